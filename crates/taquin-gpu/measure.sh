#!/bin/sh
# Measures the GPU engine, part by part, each in under ten minutes on one H200:
#
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER check
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER tables          files from the GPU and the CPU, compared
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER korf24          all 50 of Korf and Felner, proven
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER batch 1000000   so many random 15-puzzles
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER deepcubea-24    proven, one after the other
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER deepcubea-35 20 the first so many, 5 s each
#   crates/taquin-gpu/measure.sh TAQUIN FOLDER deepcubea-48 20
#
# TAQUIN is the binary, FOLDER where rows are kept. A part that was interrupted goes on behind the
# rows that are there. COMMIT names what the binary was built from.
set -eu
taquin=$1 folder=$2 part=$3 count=${4:-1000000}
mkdir -p "$folder"
rows=$folder/gpu-$part.csv
began=$(date +%s%N)

# Solves what is left of the lines on stdin with the given arguments, one process for all of it.
solve() {
    done_before=0
    [ -f "$rows" ] && done_before=$(($(wc -l <"$rows") - 1))
    [ "$done_before" -ge 0 ] || done_before=0
    head -n "$count" | tail -n "+$((done_before + 1))" >"$folder/left"
    if [ "$done_before" -eq 0 ]; then
        "$taquin" solve "$@" --format csv <"$folder/left" >"$rows"
    else
        "$taquin" solve "$@" --format csv <"$folder/left" | tail -n +2 >>"$rows"
    fi
    rm "$folder/left"
}

case $part in
check)
    "$taquin" doctor --gpu | tee "$folder/gpu-check.txt"
    ;;
korf24)
    "$taquin" dataset get korf-24-50 | grep -v '^#' | solve --algo "${SPEC:-gpu-ida:tables=6-6-6-6/8-8-8}"
    ;;
tables)
    # Partition, kind, and whether the CPU builds it too.
    for line in "6-6-6-6 zero-aware yes" "6-6-6-6 plain yes" "7-7-7-3 zero-aware yes" "7-7-7-3 plain no"; do
        set -- $line
        for on in gpu cpu; do
            [ "$on$3" = cpuno ] && continue
            from=$(date +%s%N)
            "$taquin" pdb build "$1" --size 5x5 --kind "$2" --on $on --force --quiet --folder "$folder/$on" >/dev/null
            echo "$1 $2 $on $((($(date +%s%N) - from) / 1000000)) ms" | tee -a "$folder/gpu-tables.txt"
        done
        [ "$3" = no ] && continue
        for file in "$folder"/gpu/*-"$2".tqpdb; do
            cmp "$file" "$folder/cpu/${file##*/}"
        done
        rm "$folder"/gpu/* "$folder"/cpu/*
    done
    ;;
deepcubea-24)
    "$taquin" dataset get deepcubea-24 | grep -v '^#' | solve --algo "${SPEC:-gpu-ida:tables=6-6-6-6/8-8-8}"
    ;;
deepcubea-35 | deepcubea-48)
    "$taquin" dataset get "$part" | grep -v '^#' | solve --algo "${SPEC:-gpu-beam}" --time "${TIME:-5s}"
    ;;
batch)
    "$taquin" generate 4x4 -n "$count" --seed 1 --quiet >"$folder/boards"
    began=$(date +%s%N)
    "$taquin" solve --algo gpu-batch --quiet <"$folder/boards" >"$folder/moves"
    ;;
*)
    echo "there is no part $part" >&2
    exit 2
    ;;
esac
ended=$(date +%s%N)
echo "$part ${COMMIT:-} $(((ended - began) / 1000000)) ms" | tee -a "$folder/gpu-times.txt"
