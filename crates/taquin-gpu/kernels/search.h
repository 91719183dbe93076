// The kernels of a search by name, for CUDA: NAME, number of sums, columns (0: any), mirrored.

#pragma once

#include "batch.h"
#include "table.h"

#ifndef THREADS_PER_BLOCK
#define THREADS_PER_BLOCK 512
#endif
#ifndef BLOCKS_PER_PROCESSOR
#define BLOCKS_PER_PROCESSOR 2
#endif

#define KERNELS_OF(S, COLS, MIRROR)                                                                                    \
    KERNEL NAMED(expand_##S##_##COLS##_##MIRROR)(const Expand e) {                                                          \
        SHARED shared[];                                                                                               \
        expand<S, COLS, MIRROR>(e, shared);                                                                            \
    }                                                                                                                  \
    KERNEL __launch_bounds__(THREADS_PER_BLOCK, BLOCKS_PER_PROCESSOR) NAMED(search_##S##_##COLS##_##MIRROR)(const Search q) { \
        SHARED shared[];                                                                                               \
        search<S, COLS, MIRROR>(q, shared);                                                                            \
    }                                                                                                                  \
    KERNEL NAMED(values_##S##_##COLS##_##MIRROR)(const Values v) {                                                          \
        SHARED shared[];                                                                                               \
        values<S, COLS, MIRROR>(v, shared);                                                                            \
    }

#define BATCH_OF(S, COLS, MIRROR)                                                                                      \
    KERNEL __launch_bounds__(THREADS_PER_BLOCK, BLOCKS_PER_PROCESSOR) batch_##S##_##COLS##_##MIRROR(const Batch b) {    \
        SHARED shared[];                                                                                               \
        batch<S, COLS, MIRROR>(b, shared);                                                                             \
    }
