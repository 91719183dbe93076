// What the kernels need of a machine: CUDA's words, or their meaning on a host with one thread.
//
// On a host every block has one thread, so loops over `THREADS` do all of the block's work, barriers
// have nothing to wait for, and atomic operations are plain ones. The code between is the same.

#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__

#define DEVICE static __device__ __forceinline__
#define DEVICE_METHOD __device__ __forceinline__
#define KERNEL extern "C" __global__ void
#define SHARED extern __shared__ __align__(16) u8
#define THREAD threadIdx.x
#define THREADS blockDim.x
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
#define BARRIER() __syncthreads()
#define FENCE() __threadfence()

DEVICE u32 count_bits(u32 x) { return __popc(x); }
DEVICE u32 count_bits(u64 x) { return __popcll(x); }
DEVICE u32 first_bit(u32 x) { return __ffs(x) - 1; }
DEVICE u32 first_bit(u64 x) { return __ffsll(x) - 1; }
DEVICE u32 add(u32 *at, u32 x) { return atomicAdd(at, x); }
DEVICE void add(u64 *at, u64 x) { atomicAdd(at, x); }
DEVICE void set_bits(u32 *at, u32 x) { atomicOr(at, x); }
DEVICE u32 exchange_if(u32 *at, u32 is, u32 to) { return atomicCAS(at, is, to); }
DEVICE u64 exchange(u64 *at, u64 to) { return atomicExch(at, to); }
DEVICE u32 peek(const u32 *at) { return *(const volatile u32 *)at; }
DEVICE u32 load(const u32 *at) { return __ldg(at); }
DEVICE uint4 load(const uint4 *at) { return __ldg(at); }
// Whether it holds on any thread of the warp; all of them wait for each other here.
DEVICE bool any_of_warp(bool holds) { return __any_sync(0xffffffffu, holds); }
// Whether so many threads of the warp want something, or one has waited so many rounds for it.
DEVICE bool enough_of_warp(bool wants, u32 &waited, u32 enough, u32 longest) {
    const u32 waiting = __popc(__ballot_sync(0xffffffffu, wants));
    waited = waiting ? waited + 1 : 0;
    if (waiting < enough && waited < longest) return false;
    waited = 0;
    return true;
}
// Adds one for every thread that is here, in one step for those of a warp; gives each a number.
DEVICE u32 take_one(u32 *at) {
    const u32 here = __activemask(), lane = threadIdx.x & 31, first = __ffs(here) - 1;
    u32 base = 0;
    if (lane == first) base = atomicAdd(at, __popc(here));
    return __shfl_sync(here, base, first) + __popc(here & ((1u << lane) - 1));
}

#else

#include <string.h>

struct uint4 {
    u32 x, y, z, w;
};

// The block that is run, and how many there are.
extern u32 host_block, host_blocks;

#define DEVICE static inline
#define DEVICE_METHOD inline
#define THREAD 0u
#define THREADS 1u
#define BLOCK host_block
#define BLOCKS host_blocks
#define BARRIER() ((void)0)
#define FENCE() ((void)0)

DEVICE u32 count_bits(u32 x) { return __builtin_popcount(x); }
DEVICE u32 count_bits(u64 x) { return __builtin_popcountll(x); }
DEVICE u32 first_bit(u32 x) { return __builtin_ctz(x); }
DEVICE u32 first_bit(u64 x) { return __builtin_ctzll(x); }
DEVICE u32 add(u32 *at, u32 x) { u32 was = *at; *at += x; return was; }
DEVICE void add(u64 *at, u64 x) { *at += x; }
DEVICE void set_bits(u32 *at, u32 x) { *at |= x; }
DEVICE u32 exchange_if(u32 *at, u32 is, u32 to) { u32 was = *at; if (was == is) *at = to; return was; }
DEVICE u64 exchange(u64 *at, u64 to) { u64 was = *at; *at = to; return was; }
DEVICE u32 peek(const u32 *at) { return *at; }
DEVICE u32 load(const u32 *at) { return *at; }
DEVICE uint4 load(const uint4 *at) { return *at; }
DEVICE bool any_of_warp(bool holds) { return holds; }
DEVICE bool enough_of_warp(bool wants, u32 &, u32, u32) { return wants; }
DEVICE u32 take_one(u32 *at) { return (*at)++; }

#endif
