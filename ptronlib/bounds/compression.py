r"""Error of a hypothesis that a few of the examples describe, and what a margin says of it.

.. math:: \frac{q\ln(en/q) + \ln(1/\delta)}{n - q}, \qquad
          \frac{q\ln 4 + \ln(1/\delta)}{n/2 - q}

The second holds for a stable scheme only, one that ignores whatever it does not keep.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from .._validate import Floats, check_domain, domain, refuse_where
from .promises import at_least, at_most


@domain
@at_most
def leave_one_out_error(
    size: Annotated[Floats, "[0, inf)"], n: Annotated[Floats, "[1, inf)"]
) -> Floats:
    r"""Bound the probability that a perceptron trained on n examples errs on another one.

    It is :math:`\mathbf{E}|I(S_{n+1})| / (n+1)`, in which the draw of the sample is averaged over.

    All n + 1 examples are drawn alike, so the error on the last is the mean, over k, of the error
    on example k after training on the others. If the run on all did not use k, leaving it out
    changes nothing and it is right: at most as many of the n + 1 terms are 1 as it used. Source:
    statement D-Thm; chapter 7.

    Parameters
    ----------
    size : float or array, >= 0
        Expected number of examples that a run on n + 1 examples uses, or a bound on it, such as
        updates_constant(0, R, eps).
    n : float or array, >= 1.  Size of the training sample.

    Examples
    --------
    >>> from ptronlib.bounds import updates_constant
    >>> leave_one_out_error(updates_constant(0.0, 1.0, 0.1), 999)
    0.1
    """
    return size / (n + 1)


@domain
@at_least
def unavoidable_error(
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    n: Annotated[Floats, "[1, inf)"],
) -> Floats:
    r"""Bound from below the expected error of every learner, on some population with a margin.

    It is :math:`\frac{k-1}{2n}(1 - 1/n)^n` with :math:`k = \lfloor R^2/\varepsilon^2\rfloor`, or
    k = n + 1 if that is less.

    Of k orthogonal points of length R let each but the first have the probability 1/n. Any labels
    have the margin R / sqrt(k) >= eps. A point that is not in the sample keeps its label, the toss
    of a coin, to itself, so every second answer about it is wrong. Chapter 7.

    Parameters
    ----------
    R, eps : float or array, 0 < eps <= R.  Length of the examples, and a margin that they have.
    n : float or array, >= 1.  Size of the sample.

    Examples
    --------
    >>> unavoidable_error(1.0, 0.1, 1000)
    0.0182...
    """
    k = np.minimum(np.floor((R / eps) ** 2 * (1 + 1e-14)), n + 1)
    return (k - 1) / (2 * n) * (1 - 1 / n) ** n


@domain
@at_most
def compression_error(
    size: Annotated[Floats, "[1, inf)"],
    n: Annotated[Floats, "[1, inf)"],
    delta: Annotated[Floats, "(0, 1)"],
    *,
    empirical: Annotated[Floats, "[0, 1]"] = 0.0,
) -> Floats:
    r"""Bound the error of what a selection scheme of fixed size makes of n examples.

    It is :math:`L_S + \sqrt{\zeta L_S} + \zeta` with
    :math:`\zeta = 5\,(q\ln(n/q) + \ln(1/\delta))/n`. It says nothing where it is 1 or more.

    There are at most (e n / q)^q sets to keep. What is made of one of them is independent of the
    other examples, whose errors are a binomial draw; Bernstein's inequality and a union over the
    sets. The source has 50 in place of 5; with size near n that is false. Source: statement
    A-Thm4.1, with n >= 2 size (ERR-A15); chapter 7.

    Parameters
    ----------
    size : float or array, >= 1
        q, the largest number of examples that the scheme keeps; at most n / 2.
    n : float or array.  Size of the sample.
    delta : float or array, 0 < delta < 1.  Probability with which the bound may fail.
    empirical : float or array, 0 <= empirical <= 1.  Error on the sample, L_S.

    Examples
    --------
    >>> compression_error(10, 10_000, 0.05)
    0.0360...
    """
    rule = "size must lie in [1, n / 2] (consistent_error holds for every size below n)"
    refuse_where(2 * size > n, rule, size=size, n=n)
    zeta = 5 * (size * np.log(n / size) - np.log(delta)) / n
    return empirical + np.sqrt(zeta * empirical) + zeta


@domain
@at_most
def consistent_error(
    size: Annotated[Floats, "[0, inf)"],
    n: Annotated[Floats, "[1, inf)"],
    delta: Annotated[Floats, "(0, 1)"],
) -> Floats:
    r"""Bound the error of what a selection scheme makes, when it errs nowhere on the sample.

    It is :math:`(q\ln(en/q) + \ln(1/\delta)) / (n - q)`.

    If the error of what is made of one set exceeds L, all the other examples, at least n - q, are
    right with probability at most (1 - L)^(n - q) <= exp(-L (n - q)). There are at most (e n / q)^q
    sets. Source: statement A-Thm4.1, for L_S = 0; chapter 7.

    Parameters
    ----------
    size : float or array, 0 <= size < n.  q, the largest number of examples that the scheme keeps.
    n : float or array.  Size of the sample.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail. For the size that was *observed* in the run use
        delta / n: every size 0, ..., n - 1 gets its share.

    Examples
    --------
    >>> consistent_error(10, 10_000, 0.05)
    0.0082...
    """
    rule = "size must be smaller than n: no example is left to test what was made"
    refuse_where(size >= n, rule, size=size, n=n)
    kept = np.where(size > 0, size, n)  # 0 ln(e n / 0) = 0
    return (size * (1 + np.log(n / kept)) - np.log(delta)) / (n - size)


@domain
@at_most
def stable_error(
    size: Annotated[Floats, "[0, inf)"],
    n: Annotated[Floats, "[1, inf)"],
    delta: Annotated[Floats, "(0, 1)"],
) -> Floats:
    r"""Bound the error of what a stable scheme makes, when it errs nowhere on the sample.

    It is :math:`(q\ln 4 + \ln(1/\delta)) / (n/2 - q)`.

    Cut the sample into 2q blocks, before anything is drawn. What is kept lies in some q of them; as
    the scheme is stable, these q blocks alone lead to the same classifier, and the other q, at
    least n/2 - q examples, are a test. There are at most 4^q choices of q blocks. Source: after
    Bousquet, Hanneke, Moran and Zhivotovskiy 2020; chapter 7.

    Parameters
    ----------
    size : float or array, 0 <= size < n / 2
        q, the largest number of examples that the scheme keeps.
    n : float or array.  Size of the sample.
    delta : float or array, 0 < delta < 1
        Probability with which the bound may fail; delta / n for an observed size, as for
        `consistent_error`.

    Examples
    --------
    >>> stable_error(10, 10_000, 0.05)
    0.0033...
    """
    rule = "size must be smaller than n / 2: half of the blocks are the test"
    refuse_where(2 * size >= n, rule, size=size, n=n)
    return (size * np.log(4) - np.log(delta)) / (n / 2 - size)


@domain
@at_most
def perceptron_error(
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    n: Annotated[Floats, "[1, inf)"],
    delta: Annotated[Floats, "(0, 1)"],
    *,
    stable: bool = False,
) -> Floats:
    r"""Bound the perceptron's error by the margin that samples have.

    It is :math:`(1 + \ln\nu + (\nu/n)\ln(2/\delta)) / (\nu - 1)` with
    :math:`\nu = n\varepsilon^2/R^2`; for a stable scheme, as in cyclic order the perceptron is one,
    :math:`(2\ln 4 + (2\nu/n)\ln(2/\delta)) / (\nu - 2)`, without a logarithm of n.

    `consistent_error` or `stable_error` with q = n / nu, since the perceptron keeps at most
    R^2 / eps^2 examples, and with half of delta. Source: statement A-Thm1.1, sharpened (ERR-A14);
    chapter 7.

    Parameters
    ----------
    R : float or array, > 0.  Bound on the norms of all examples that may be drawn.
    eps : float or array, 0 < eps <= R
        A margin that a sample of n misses with probability at most delta / 2.
    n : float or array.  Size of the sample; more than (R / eps)^2, or twice that if stable.
    delta : float or array, 0 < delta < 1.  Probability with which the bound may fail.
    stable : bool.  Whether the order of examination is cyclic.

    Examples
    --------
    >>> perceptron_error(1.0, 0.1, 10_000, 0.05), perceptron_error(1.0, 0.1, 1e4, 0.05, stable=True)
    (0.0569..., 0.0290...)
    """
    least, nu = 1.0 + stable, n * (eps / R) ** 2
    nu = np.where(np.abs(nu - least) < 1e-12, least, nu)  # they are equal, but for rounding
    nu = check_domain(nu, "n eps^2 / R^2", least, ends="()")
    growth = np.log(4.0) if stable else (1 + np.log(nu))
    return (least * growth + least * nu / n * np.log(2 / delta)) / (nu - least)


@domain
@at_most
def svm_error(
    R: Annotated[Floats, "(0, inf)"],
    eps: Annotated[Floats, "(0, R]"],
    n: Annotated[Floats, "[1, inf)"],
    delta: Annotated[Floats, "(0, 1)"],
) -> Floats:
    r"""Bound the error of the separator of best margin, for a population with that margin.

    It is :math:`2R/(\varepsilon\sqrt n) + \sqrt{2\ln(2/\delta)/n}`.

    Not proved in this book: Shalev-Shwartz and Ben-David 2014, theorem 15.4, by Rademacher
    complexity. Source: statement A-Rem-SVM; chapter 7.

    Parameters
    ----------
    R, n, delta : float or array, R > 0, n >= 1, 0 < delta < 1.  As for `perceptron_error`.
    eps : float or array, 0 < eps <= R
        Margin that some unit vector has on all examples that may be drawn.

    Examples
    --------
    >>> svm_error(1.0, 0.1, 10_000, 0.05)
    0.227...
    """
    return 2 * R / (eps * np.sqrt(n)) + np.sqrt(2 * np.log(2 / delta) / n)
