// All kernels, for CUDA; `host.cpp` has the same for a host.

#include "batch.h"
#include "beam.h"
#include "kernels.h"
#include "table.h"

#ifndef THREADS_PER_BLOCK
#define THREADS_PER_BLOCK 512
#endif
#ifndef BLOCKS_PER_PROCESSOR
#define BLOCKS_PER_PROCESSOR 2
#endif

#define KERNELS_OF(S, COLS, MIRROR)                                                                                    \
    KERNEL expand_##S##_##COLS##_##MIRROR(const Expand e) {                                                            \
        SHARED shared[];                                                                                               \
        expand<S, COLS, MIRROR>(e, shared);                                                                            \
    }                                                                                                                  \
    KERNEL __launch_bounds__(THREADS_PER_BLOCK, BLOCKS_PER_PROCESSOR) search_##S##_##COLS##_##MIRROR(const Search q) {  \
        SHARED shared[];                                                                                               \
        search<S, COLS, MIRROR>(q, shared);                                                                            \
    }                                                                                                                  \
    KERNEL values_##S##_##COLS##_##MIRROR(const Values v) {                                                            \
        SHARED shared[];                                                                                               \
        values<S, COLS, MIRROR>(v, shared);                                                                            \
    }

FOR_KERNELS(KERNELS_OF)

#define BATCH_OF(S, COLS, MIRROR)                                                                                      \
    KERNEL __launch_bounds__(THREADS_PER_BLOCK, BLOCKS_PER_PROCESSOR) batch_##S##_##COLS##_##MIRROR(const Batch b) {    \
        SHARED shared[];                                                                                               \
        batch<S, COLS, MIRROR>(b, shared);                                                                             \
    }

FOR_BATCHES(BATCH_OF)

KERNEL sort_count(const Sort s) {
    SHARED shared[];
    sort_count(s, shared);
}

KERNEL sort_place(const Sort s) {
    SHARED shared[];
    sort_place(s, shared);
}

KERNEL raise(const Raise q) {
    SHARED shared[];
    raise(q, shared);
}

KERNEL level(const Level l) {
    SHARED shared[];
    level(l, shared);
}

KERNEL plain_rows(const __grid_constant__ PlainRows p) {
    SHARED shared[];
    plain_rows(p, shared);
}

#define BEAM_OF(NAME, LEARNED)                                                                                         \
    KERNEL beam_look_##NAME(const __grid_constant__ Ahead a) {                                                         \
        SHARED shared[];                                                                                               \
        beam_look<LEARNED>(a, shared);                                                                                 \
    }                                                                                                                  \
    KERNEL beam_keep_##NAME(const __grid_constant__ Keep k) {                                                          \
        SHARED shared[];                                                                                               \
        beam_keep<LEARNED>(k, shared);                                                                                 \
    }

BEAM_OF(learned, true)
BEAM_OF(plain, false)

// Two such blocks have 80 registers a thread, which is as many as loads under way need; the fast memory they leave
// is cache for the sums of boards that several children come from.
KERNEL __launch_bounds__(384, 2) beam_score(const Rank r) {
    SHARED shared[];
    beam_score(r, shared);
}

KERNEL beam_follow(const Follow f) {
    SHARED shared[];
    beam_follow(f, shared);
}
