#!/bin/sh
# Puts the program and the shared libraries it needs into a folder that an image without a base consists of.
#   cargo build --profile dist -p taquin-cli && deploy/rootfs.sh target/dist/taquin target/rootfs
set -eu
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/cache" "$folder/tmp"
chmod 1777 "$folder/cache" "$folder/tmp"
cp "$program" "$folder/taquin"
# The loader and the libraries, each at the path by which the program asks for it.
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$folder$(dirname "$library")"
    cp -L "$library" "$folder$library"
done
