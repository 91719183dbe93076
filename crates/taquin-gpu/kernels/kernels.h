// The kernels there are: NAME, number of sums, columns (0: any), whether every other sum is mirrored.

// More of them, for tests on a host of what is compiled at run time on a device.
#ifndef MORE_KERNELS
#define MORE_KERNELS(KERNELS_OF)
#endif

#ifdef WIDE

#define FOR_KERNELS(KERNELS_OF)                                                                                        \
    KERNELS_OF(1, 0, false)                                                                                            \
    KERNELS_OF(2, 0, false)                                                                                            \
    KERNELS_OF(2, 0, true)                                                                                             \
    KERNELS_OF(2, 6, true)                                                                                             \
    KERNELS_OF(4, 6, true)

#else

#define FOR_KERNELS(KERNELS_OF)                                                                                        \
    KERNELS_OF(1, 0, false)                                                                                            \
    KERNELS_OF(2, 0, false)                                                                                            \
    KERNELS_OF(2, 0, true)                                                                                             \
    KERNELS_OF(4, 0, true)                                                                                             \
    KERNELS_OF(2, 4, true)                                                                                             \
    KERNELS_OF(2, 5, true)                                                                                             \
    KERNELS_OF(4, 5, true)                                                                                             \
    KERNELS_OF(6, 5, true)                                                                                             \
    MORE_KERNELS(KERNELS_OF)

#endif

// Those for many boards at once: boards small enough for that.
#define FOR_BATCHES(KERNELS_OF)                                                                                        \
    KERNELS_OF(1, 0, false)                                                                                            \
    KERNELS_OF(2, 0, true)                                                                                             \
    KERNELS_OF(2, 4, true)                                                                                             \
    MORE_KERNELS(KERNELS_OF)
