// Kernels that every search needs whatever its sums: for CUDA.

#pragma once

#include "breadth.h"
#include "table.h"

KERNEL NAMED(sort_count)(const Sort s) {
    SHARED shared[];
    sort_count(s, shared);
}

KERNEL NAMED(sort_place)(const Sort s) {
    SHARED shared[];
    sort_place(s, shared);
}

KERNEL NAMED(level)(const Level l) {
    SHARED shared[];
    level(l, shared);
}
