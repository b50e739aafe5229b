"""Chapter 3: thresholds and the margin they reach."""

from ..core.betas import BetaRule
from ..core.perceptron import perceptron
from ..geometry import max_margin
from ._checking import *


@exercise("ex-c3-hand", "3.1", "Two lists of indices: in cyclic order, and worst first.")
def by_hand(answer) -> None:
    cyclic, worst = parts(answer, "cyclic, worst")
    hint = "After z_1 it is the turn of z_2; a score of 6 is a tie, and a tie is a mistake."
    listed(cyclic, [0, 1, 0, 1], "In cyclic order your list", hint)
    hint = "Which of the two scores is smaller? And a tie is a mistake."
    listed(worst, [0, 1, 1, 1], "Worst first your list", hint)


@exercise("ex-c3-price", "3.2", "Two numbers: the thresholds in units of R^2.")
def price(answer) -> None:
    any_order, worst = numbers(answer, "two numbers", (2,))
    judge(any_order, 4.5, "In every order", "Which share does it promise, and is that 45 percent?")
    slip = "That is j; beta is j (j + 1) R^2.", 19.0
    judge(worst, 380.0, "Worst first", "Which share does it promise, and is that 95 percent?", slip)


@exercise("ex-c3-scale", "3.3", "A function of beta and s: the threshold for the examples times s.")
def rescaled(answer) -> None:
    cases = [(1.0, 3.0), (0.5, 0.25), (0.0, 2.0)]
    for beta, s, got, at in values(answer, "beta = {} and s = {}", cases, "the threshold"):
        slip = "A score is a product of w with z, and w is made of examples too.", s * beta
        judge(got, s * s * beta, at, "Compare the mistakes on a sample with those on s X.", slip)


@exercise("ex-c3-limit", "3.4", "A number: the share of the best margin.")
def limit(answer) -> None:
    share, right = number(answer, "the share"), 4 / 17**0.5
    slip = "That is the margin; divide it by the best one.", right * 2**0.5
    judge(share, right, "", "Run both examples with beta = 10000 and compare.", slip, rel=1e-3)


@exercise("ex-c3-order", "3.5", "A triple (X, y, beta) on which the cyclic order does better.")
def order(answer) -> None:
    X, y, beta = parts(answer, "X, y, beta")
    (X, y), beta = sample((X, y)), number(beta, "beta")
    refuse(not beta > 0, "The threshold beta should be positive.")
    cyclic, worst = (perceptron(X, y, beta, order=o).margin for o in ("cyclic", "worst"))
    if cyclic <= worst * (1 + 1e-9):
        raise Wrong(f"The margins are {cyclic:.4g} in cyclic order and {worst:.4g} worst first.")


@exercise("ex-c3-jump", "3.6", "A sample (X, y) where the rule with 1/16 gets less than a tenth.")
def jump(answer) -> None:
    X, y = sample(answer)
    run = perceptron(X, y, BetaRule("a jump to a sixteenth", jump=1 / 16))
    share = run.margin / max_margin(X, y).margin
    refuse(share >= 0.1, f"On your sample the share of the best margin is {share:.3g}.")
