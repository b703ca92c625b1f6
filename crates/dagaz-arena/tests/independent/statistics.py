"""Statistics by scipy, statsmodels and numpy, to be compared with ours.

    statistics.py NAME CASES    answers each case of a list, as JSON

Nothing here follows our way: strengths of players are a logistic regression, piece values a least-squares problem on all
positions with the ridge as more rows of them.
"""

import json
import math
import sys

import numpy as np
import statsmodels.api as sm
from scipy.stats import ttest_ind_from_stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint, proportions_ztest

ELO = 400 / math.log(10)


def wilson(case):
    return [float(bound) for bound in proportion_confint(case["some"], case["all"], alpha=0.05, method="wilson")]


def proportions(case):
    return [float(value) for value in proportions_ztest(case["some"], case["all"])]


def welch(case):
    (count, mean, deviation), (count2, mean2, deviation2) = case
    found = ttest_ind_from_stats(mean, deviation, count, mean2, deviation2, count2, equal_var=False)
    return [float(found.statistic), float(found.pvalue)]


def holm(case):
    return [float(value) for value in multipletests(case, method="holm")[1]]


def ratings(case):
    """Ratings with the first player's as 0, and their errors."""
    points, prior = np.array(case["points"]), case["prior"]
    count = len(points)
    results, design = [], []
    for one in range(count):
        for other in range(one + 1, count):
            row = np.zeros(count)
            row[one], row[other] = 1, -1
            design.append(row[1:])
            results.append([points[one][other] + prior, points[other][one] + prior])
    model = sm.GLM(np.array(results), np.array(design), family=sm.families.Binomial())
    # Two players are fitted exactly, and nothing is left to divide by.
    with np.errstate(divide="ignore", invalid="ignore"):
        fitted = model.fit(tol=1e-14, maxiter=1000)
    return [[0.0, 0.0]] + [[float(ELO * value), float(ELO * error)] for value, error in zip(fitted.params, fitted.bse)]


def pieces(case):
    """Values in units of the kind with the number `unit`, and their errors."""
    rows, results, unit = np.array(case["rows"], dtype=float), np.array(case["results"], dtype=float), case["unit"]
    kinds = rows.shape[1]
    ridge = math.sqrt(case["ridge"]) * np.eye(kinds)
    values = np.linalg.lstsq(np.vstack([rows, ridge]), np.concatenate([results, np.zeros(kinds)]), rcond=None)[0]
    rest = results - rows @ values
    variance = rest @ rest / (len(rows) - kinds) * len(rows) / case["games"]
    covariance = variance * np.linalg.inv(rows.T @ rows + case["ridge"] * np.eye(kinds))
    answers = []
    for kind in range(kinds):
        # The gradient of a quotient of two of the values.
        gradient = np.zeros(kinds)
        gradient[kind] += 1 / values[unit]
        gradient[unit] -= values[kind] / values[unit] ** 2
        answers.append([float(values[kind] / values[unit]), math.sqrt(max(0.0, gradient @ covariance @ gradient))])
    return answers


if __name__ == "__main__":
    judges = {judge.__name__: judge for judge in (wilson, proportions, welch, holm, ratings, pieces)}
    print(json.dumps([judges[sys.argv[1]](case) for case in json.loads(sys.argv[2])]))
