"""Chapter 3: thresholds and the margin they reach."""

import numpy as np

from ..core.betas import BetaRule
from ..core.perceptron import perceptron
from ..geometry import max_margin
from ._checking import *

THREE = np.array([[2.0, 1.0], [0.0, -1.0], [1.0, -2.0]])  # the signed examples of chapter 1


@exercise("ex-c3-hand", "3.1", "Two lists of indices: in cyclic order, and worst first.")
def by_hand(answer) -> None:
    cyclic, worst = parts(answer, "cyclic, worst")
    hint = "After z_0 it is the turn of z_1; a score of 6 is a tie, and a tie is a mistake."
    listed(cyclic, [0, 1, 0, 1], "In cyclic order your list", hint)
    hint = "Which of the two scores is smaller? And a tie is a mistake."
    listed(worst, [0, 1, 1, 1], "Worst first your list", hint)


@exercise("ex-c3-price", "3.2", "Two numbers: the thresholds in units of R^2.")
def price(answer) -> None:
    any_order, worst = numbers(answer, "two numbers", (2,))
    judge(any_order, 4.5, "In every order", "Which share does it promise, and is that 45 percent?")
    slip = "That is j; beta is j (j + 1) R^2.", 19.0
    judge(worst, 380.0, "Worst first", "Which share does it promise, and is that 95 percent?", slip)


@exercise("ex-c3-three", "3.3", "A pair: the list of mistakes, and the final weights.")
def three(answer) -> None:
    mistakes, w = parts(answer, "mistakes, w")
    hint = "A score of 2 is a tie, and a tie is a mistake; the cyclic order goes on where it was."
    listed(mistakes, [0, 1, 2, 1], "Your list", hint)
    w = numbers(w, "two numbers", (2,), "w")
    said = f"The weights are not {w.tolist()}. They are the sum of the examples in your list."
    refuse(not np.allclose(w, [3, -3]), said)


@exercise("ex-c3-entry", "3.4", "Two numbers, to three digits: for one entry, and for all.")
def entry(answer) -> None:
    one, every = numbers(answer, "two numbers", (2,))
    hint = "A change of entry p by s changes the score by s times the weight of entry p."
    slips = [("That is the score itself.", 22.0), ("Another entry needs less.", 22 / 3)]
    slips += [("Another entry needs less.", 5.5), ("Which sign has each product?", 14 / 12)]
    judge(abs(one), 22 / 12, "For one entry", hint, *slips, rel=3e-3)
    hint = "It is the distance from the hyperplane."
    slips = [("That is the score; divide it by the length of w.", 22.0)]
    slips += [("Divide by the length of w, not by its square.", 22 / 169)]
    judge(abs(every), 22 / 13, "For all entries", hint, *slips, rel=3e-3)


@exercise("ex-c3-scale", "3.5", "A function of beta and s: the threshold for the examples times s.")
def rescaled(answer) -> None:
    cases = [(1.0, 3.0), (0.5, 0.25), (0.0, 2.0)]
    for beta, s, got, at in values(answer, "beta = {} and s = {}", cases, "the threshold"):
        slip = "A score is a product of w with z, and w is made of examples too.", s * beta
        judge(got, s * s * beta, at, "Compare the mistakes on a sample with those on s X.", slip)


@exercise("ex-c3-limit", "3.6", "A number: the share of the best margin, to three digits.")
def limit(answer) -> None:
    share, right = number(answer, "the share"), 4 / 17**0.5
    slip = "That is the margin; divide it by the best one.", right * 2**0.5
    half = "That is the share where z_0 is satisfied; z_1 is then added alone.", 5 / 34**0.5
    hint = "Run both examples with beta = 10000 and compare."
    judge(share, right, "", hint, slip, half, rel=1e-3)


@exercise("ex-c3-order", "3.7", "A triple (X, y, beta) on which the cyclic order does better.")
def order(answer) -> None:
    X, y, beta = parts(answer, "X, y, beta")
    (X, y), beta = sample((X, y)), number(beta, "beta")
    refuse(not beta > 0, "The threshold beta should be positive.")
    cyclic, worst = (perceptron(X, y, beta, order=o).margin for o in ("cyclic", "worst"))
    if cyclic <= worst * (1 + 1e-9):
        raise Wrong(f"The margins are {cyclic:.4g} in cyclic order and {worst:.4g} worst first.")


@exercise("ex-c3-jump", "3.8", "A sample (X, y) where the rule with 1/16 gets less than a tenth.")
def jump(answer) -> None:
    X, y = sample(answer)
    run = perceptron(X, y, BetaRule("a jump to a sixteenth", jump=1 / 16))
    share = run.margin / max_margin(X, y).margin
    refuse(share >= 0.1, f"On your sample the share of the best margin is {share:.3g}.")


@exercise("ex-c3-line", "3.9", "A number: the update after which the line fails first.")
def fails(answer) -> None:
    slip = "There 2 is at most 4, so the line still holds.", 2.0
    late = "There it fails, too, but not for the first time.", 4.0
    early = "There both sides are 2, and the line holds.", 1.0
    hint = "Compare the squared distance of w_t from t (1, 1) with 2 t."
    judge(number(answer, "the update"), 3.0, "", hint, slip, late, early)


@exercise("ex-c3-code", "3.10", "A function of Z and beta: the list of mistakes, worst first.")
def in_code(answer) -> None:
    pair, single = np.array([[2.0, 0.0], [1.0, 1.0]]), np.array([[1.0, 1.0]])
    for Z, beta in ((THREE, 5.0), (pair, 6.0), (THREE, 0.0), (single, 4.0), (pair, 96.0)):
        at = f"For Z = {Z.tolist()} and beta = {beta:g}"
        right = perceptron(Z, np.ones(len(Z)), beta, order="worst").mistakes.tolist()
        got = ask(answer, Z, beta, what=at[4:])
        hint = (
            "Take the smallest score, among equals the first; a score equal to beta is too small."
        )
        listed(got, right, f"{at} your list", hint)


@exercise("ex-c3-root", "3.11", "Two numbers, to three digits: for T eps^2 / R^2, and the share.")
def root(answer) -> None:
    most, share = numbers(answer, "two numbers", (2,))
    square = (3 + 5**0.5) / 2  # of the golden ratio
    one, free = "That is for j = 1, but beta is j (j + 1) R^2.", "That is for any order."
    slips = [("That is eps sqrt(T) / R; square it.", square - 1), (one, 4.0), (free, 3.0)]
    judge(most, square, "For T", "Solve x^2 - R x - R^2 <= 0 for x.", *slips, rel=1e-3)
    hint = "The length is at most beta / eps + R sqrt(T), and every score exceeds beta."
    judge(share, 1 / square, "For the share", hint, (one, 0.5), (free, 1 / 3), rel=2e-3)
