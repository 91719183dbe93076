"""The expected values of statistics.rs, computed by scipy.

Run with `python3 statistics.py` (scipy 1.11 or later) and compare with the constants in the test.
"""

import numpy
from scipy import stats


def survival(times, censored):
    """Median of the product-limit estimate: the first time at which at most half are left."""
    data = stats.CensoredData(uncensored=times, right=censored)
    sf = stats.ecdf(data).sf
    half = [float(t) for t, p in zip(sf.quantiles, sf.probabilities) if p <= 0.5 + 1e-12]
    return (half or [float("inf")])[0], [round(float(sf.evaluate(t)), 12) for t in (1, 2, 3, 5, 8)]


def holm(values):
    order = numpy.argsort(values)
    adjusted, least = [0.0] * len(values), 0.0
    for place, index in enumerate(order):
        least = max(least, (len(values) - place) * values[index])
        adjusted[index] = min(1.0, least)
    return adjusted


print("survival", survival([1, 2, 2, 3, 5, 8], [2.5, 4, 4]))
print("never", survival([1, 2], [3, 3, 3]))
print("15 of 15", stats.wilcoxon(range(1, 16), method="exact").pvalue)
mixed = [1, 2, 3, -4, 5, 6, -7, 8, 9, 10, 11, -12, 13, 14, 15, 16, 17, 18, 19, 20]
print("mixed", stats.wilcoxon(mixed, method="exact").pvalue)
print("three", stats.wilcoxon([1, 2, 3], method="exact").pvalue)
# Ties: the permutation test over all signs of the ranks.
tied = [1, 1, -1, 2, 2, 3, -3, 4, 5, 5]
method = stats.PermutationMethod(n_resamples=numpy.inf)
print("tied", stats.wilcoxon(tied, method=method).pvalue)
many = [-i if i % 5 == 3 else i for i in range(1, 61)]
print("many", stats.wilcoxon(many, method="approx", correction=True).pvalue)
print("holm", holm([0.01, 0.04, 0.03, 0.005]))
