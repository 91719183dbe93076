"""Compiles the kernels to PTX with NVRTC from PyPI; needs no CUDA and no GPU.

compile.py FOLDER            writes taquin.ptx and wide.ptx beside this file
compile.py FOLDER --check    compares with those that are there

FOLDER keeps the compiler from one run to the next. Registers and spills of every kernel are printed as
ptxas finds them for compute capability 9.0.
"""

import ctypes
import pathlib
import re
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
# The PTX kept in the repository is what this version writes, byte for byte.
PACKAGES = ["nvidia-cuda-nvrtc-cu12==12.9.86", "nvidia-cuda-nvcc-cu12==12.9.86"]
# The oldest devices that are served; the driver compiles for the one there is.
ARCHITECTURE = "compute_80"
MISSING = 3


def provide(folder):
    """The folder with the compiler's packages, installed if they are not there."""
    found = list(folder.glob("lib/python*/site-packages/nvidia"))
    if not found:
        venv.create(folder, with_pip=True)
        install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", *PACKAGES]
        if subprocess.run(install, check=False).returncode != 0:
            print("the compiler could not be fetched: " + " ".join(PACKAGES))
            sys.exit(MISSING)
        found = list(folder.glob("lib/python*/site-packages/nvidia"))
    return found[0]


def ptx_of(packages, name):
    nvrtc = ctypes.CDLL(str(next(packages.glob("cuda_nvrtc/lib/libnvrtc.so.*"))))
    program = ctypes.c_void_p()
    source = (HERE / f"{name}.cu").read_bytes()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, f"{name}.cu".encode(), 0, None, None)
    options = [f"-I{HERE}", "--std=c++17", f"--gpu-architecture={ARCHITECTURE}"]
    array = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
    failed = nvrtc.nvrtcCompileProgram(program, len(options), array)
    size = ctypes.c_size_t()
    if failed:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(log.value.decode())
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, ptx)
    return ptx.value


def report(packages, ptx, folder, name):
    """Registers, stack and spills by kernel."""
    path = folder / f"{name}.ptx"
    path.write_bytes(ptx)
    ptxas = next(packages.glob("cuda_nvcc/bin/ptxas"))
    command = [ptxas, "-arch=sm_90", "-v", path, "-o", folder / f"{name}.cubin"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    pattern = r"properties for (\w+)\s+(\d+) bytes stack frame, (\d+) bytes spill stores.*?Used (\d+) registers"
    print("kernel\tregisters\tstack\tspilled")
    for name, stack, spilled, registers in re.findall(pattern, text, re.S):
        print(f"{name}\t{registers}\t{stack}\t{spilled}")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    packages = provide(folder)
    for name in ["taquin", "wide"]:
        ptx = ptx_of(packages, name)
        report(packages, ptx, folder, name)
        kept = HERE / f"{name}.ptx"
        if "--check" not in sys.argv:
            kept.write_bytes(ptx)
        elif kept.read_bytes() != ptx:
            sys.exit(f"{name}.ptx is not what its source compiles to: run cargo xtask ptx")


main()
