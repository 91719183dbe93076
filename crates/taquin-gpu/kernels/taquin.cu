// All kernels, for CUDA; `host.cpp` has the same for a host.

#include "batch.h"
#include "beam.h"
#include "common.h"
#include "kernels.h"
#include "search.h"
#include "table.h"

FOR_KERNELS(KERNELS_OF)
FOR_BATCHES(BATCH_OF)

KERNEL raise(const Raise q) {
    SHARED shared[];
    raise(q, shared);
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
