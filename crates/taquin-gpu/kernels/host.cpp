// All kernels, for a host: block after block on one thread, to test them where there is no GPU.
// With WIDE defined, those of `wide.cu`.

#include "batch.h"
#ifndef WIDE
#include "beam.h"
#endif
#include "kernels.h"
#include "table.h"

#ifdef WIDE
#define PREFIX "wide_"
#else
#define PREFIX ""
#endif

u32 host_block, host_blocks;

// Runs a kernel by name; 0 if there is none.
extern "C" int taquin_launch(const char *name, u32 blocks, u8 *shared, const void *parameters) {
    host_blocks = blocks;
    for (host_block = 0; host_block < blocks; host_block++) {
#define RUN(NAME, TYPE, ...)                                                                                           \
    if (!strcmp(name, PREFIX NAME)) {                                                                                         \
        __VA_ARGS__(*(const TYPE *)parameters, shared);                                                                \
        continue;                                                                                                      \
    }
#define KERNELS_OF(S, COLS, MIRROR)                                                                                    \
    RUN("expand_" #S "_" #COLS "_" #MIRROR, Expand, expand<S, COLS, MIRROR>)                                           \
    RUN("search_" #S "_" #COLS "_" #MIRROR, Search, search<S, COLS, MIRROR>)                                           \
    RUN("values_" #S "_" #COLS "_" #MIRROR, Values, values<S, COLS, MIRROR>)
#define BATCH_OF(S, COLS, MIRROR) RUN("batch_" #S "_" #COLS "_" #MIRROR, Batch, batch<S, COLS, MIRROR>)
        FOR_KERNELS(KERNELS_OF)
        RUN("sort_count", Sort, sort_count)
        RUN("sort_place", Sort, sort_place)
        RUN("level", Level, level)
#ifndef WIDE
        FOR_BATCHES(BATCH_OF)
        RUN("raise", Raise, raise)
        RUN("plain_rows", PlainRows, plain_rows)
        RUN("beam_look_learned", Ahead, beam_look<true>)
        RUN("beam_look_plain", Ahead, beam_look<false>)
        RUN("beam_score", Rank, beam_score)
        RUN("beam_follow", Follow, beam_follow)
        RUN("beam_keep_learned", Keep, beam_keep<true>)
        RUN("beam_keep_plain", Keep, beam_keep<false>)
#endif
        return 0;
    }
    return 1;
}
