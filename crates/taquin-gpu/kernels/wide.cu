// The kernels for boards of 26 to 36 cells, for CUDA.

#define WIDE

#include "common.h"
#include "kernels.h"
#include "search.h"

FOR_KERNELS(KERNELS_OF)
