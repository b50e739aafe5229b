"""Chapter 9: walls and games."""

import numpy as np

from ..geometry import matrix_game, separate_hulls
from ._checking import *


@exercise("ex-c9-hand", "9.1", "A pair (w, b): the normal, two numbers, and the b of the wall.")
def by_hand(answer) -> None:
    w, b = parts(answer, "w, b")
    w = numbers(w, "two numbers", (2,), "the normal").tolist()
    if w != [2, -5]:
        hint = "K adds and L takes away, not the other way around; a tie with the threshold counts."
        raise Wrong(f"The walk does not end at w = ({w[0]:g}, {w[1]:g}). {hint}")
    slip = "That is where the wall stands; what must be added?", -4.5
    hint = "What are the smallest w . p on K and the w . q on L?"
    judge(number(b, "b"), 4.5, "For b", hint, slip)


@exercise("ex-c9-morra", "9.2", "A pair: the probability of one finger, and the value.")
def morra(answer) -> None:
    p, value = (number(v, "each of the two") for v in parts(answer, "p, value"))
    slip, hint = ("That is the probability of two fingers.", 5 / 12), "What is gained against each?"
    judge(p, 7 / 12, "For p", hint, slip, rel=1e-3)
    judge(value, -1 / 12, "For the value", hint, ("Who pays whom?", 1 / 12), rel=1e-2)


@exercise("ex-c9-zero", "9.3", "A function of delta: the gap divided by the distance.")
def zero(answer) -> None:
    for delta, got, at in values(answer, "delta = {}", [(0.5,), (0.1,), (0.02,)], "the part"):
        right = delta / np.sqrt((1 + delta) / 2)
        slip = "Half of the gap lies on each side; the whole is asked for.", right / 2
        hint = "The gap is delta; divide it by the distance of the segment, not of its ends."
        judge(got, right, at, hint, slip)


@exercise("ex-c9-best", "9.4", "A function of n: the value of the game on the n unit vectors.")
def best(answer) -> None:
    for n, got, at in values(answer, "n = {}", [(1,), (4,), (9,), (100,)], "the value"):
        square = "That is the square of it.", 1 / n
        judge(got, n**-0.5, at, "How long is the mean of the unit vectors?", square)


@exercise("ex-c9-price", "9.5", "A function of c: the exponent p.")
def price(answer) -> None:
    for c, got, at in values(answer, "c = {}", [(1.5,), (1.1,), (1.01,)], "p"):
        half = "That is half of it.", c / (c - 1) / 2
        hint = "Which alpha has the factor c? The factor tends to 2 / alpha, not to alpha."
        judge(got, c / (c - 1), at, hint, half)


@exercise("ex-c9-weights", "9.7", "A function of n, T and S: the best rate eta.")
def rate(answer) -> None:
    cases = [(2, 100, 1.0), (50, 1000, 2.0), (200, 3000, 0.5)]
    for n, T, S, got, at in values(answer, "n = {}, T = {}, S = {}", cases, "eta"):
        eta = np.sqrt(8 * np.log(n) / T) / S
        times = (got / eta + eta / got) / 2 if got > 0 else np.inf
        hint = f"Your bound is {times:.4g} times the smallest one."
        judge(got, eta, at, hint, ("Measure the rate in units of 1 / S.", eta * S))


@exercise("ex-c9-break", "9.8", "A body: dimension 2, and a support that lies and is caught.")
def liar(answer) -> None:
    wall = [[3.0, -1.0], [3.0, 1.0], [4.0, -1.0], [4.0, 1.0]]
    try:
        honest = separate_hulls(answer, wall, 0.1).verify(answer, wall)
    except Exception as error:  # whatever a student's code may do
        if "farthest in the direction" in str(error):
            return
        raise Wrong(f"Your body raised {type(error).__name__}: {error}") from None
    more = " They are even those of a body." if honest else ""
    raise Wrong(f"Nothing was noticed: your answers agree with each other.{more}")


@exercise("ex-c9-three", "9.9", "A pair: the most that this mixture can lose, the smallest loss.")
def three(answer) -> None:
    loss, least = (number(part, "each of the two") for part in parts(answer, "loss, smallest"))
    refuse(abs(loss - 0.5**0.5) < 1e-3 > abs(least - 5**0.5 / 3), "The other way around.")
    slips = (
        ("That is the length of w; the mean is a third of it.", 5**0.5),
        ("That is the square of the length.", 5 / 9),
    )
    hint = "How long is the mean of the mixture?"
    judge(loss, 5**0.5 / 3, "For the mixture", hint, *slips, rel=5e-3)
    square = "That is the square of it.", 0.5
    hint = "The smallest loss is the value, which is the best margin."
    judge(least, 0.5**0.5, "For the smallest loss", hint, square, rel=5e-3)


@exercise(
    "ex-c9-line", "9.10", 'A list of words out of "score", "growth", "length", "hull", "bound".'
)
def line(answer) -> None:
    rule = "It follows from the rule and from the lengths of the differences."
    holds = {
        "score": "The second pair scores -1, and the threshold is 1.",
        "growth": rule,
        "length": rule,
        "bound": "Here it says 2 <= 3 after two updates. What fails is a line that it may rest on.",
    }
    words = [answer] if isinstance(answer, str) else answer
    if isinstance(words, list | tuple | set | frozenset):
        words = {str(word).strip().lower().removeprefix("eq-sep-") for word in words}
    wanted = f"The answer should be a list of words out of {', '.join(holds)}, hull."
    refuse(not isinstance(words, set) or words - holds.keys() - {"hull"}, wanted)
    for name, why in holds.items():
        refuse(name in words, f'"{name}" does not fail. {why}')
    refuse("hull" not in words, "One line fails. Is the mean of the two differences a difference?")


@exercise("ex-c9-code", "9.11", "A function of A and T: the mean of the row player's T mixtures.")
def matching(answer) -> None:
    cases = (
        [[3, -1, 0, 2], [-2, 1, 1, -1], [0, 0, -1, 3]],
        [[2, -3], [-3, 4]],
        [[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
    )
    for case in cases:
        A, n, T = np.array(case, float), len(case), 2000
        at = f"For the matrix {case} and T = {T}"
        x = numbers(ask(answer, A.copy(), T, what=at), f"{n} weights", (n,))
        sums = "Divide the positive parts by their sum, and the sum of the mixtures by T."
        refuse(not np.isclose(x.sum(), 1), f"{at} the weights add up to {x.sum():.4g}. {sums}")
        refuse((x < -1e-9).any(), f"{at} a weight is negative. Take the positive parts.")
        last, mean = _rounds(A, T)
        early = np.allclose(x, last) and not np.allclose(x, mean)
        refuse(early, f"{at} that is the last mixture; the mean of all is asked for.")
        value, gains = matrix_game(A).value, (x @ A).min()
        if gains < value - np.ptp(A) * (n / T) ** 0.5:
            said = f"{at} your mixture is sure of {gains:.3g}, and the value is {value:.3g}."
            raise Wrong(f"{said} {_slip(x, A, T)}")


def _slip(x, A, T) -> str:
    """Name the slip that leads to the mixture x after T rounds."""
    slips = {
        "It stays even. Are the regrets added up, and does the next mixture use them?": 1 / len(x),
        "You let the column player answer with the column that is best for you.": _rounds(
            A, T, best=np.argmax
        )[1],
        "The regrets grow by what the rows would have gained, less what was gained.": _rounds(
            A, T, sign=-1
        )[1],
    }
    same = (hint for hint, slip in slips.items() if np.allclose(x, slip, atol=0.02))
    return next(same, "Does the column player answer with the column that is worst for you?")


def _rounds(A, T, best=np.argmin, sign=1):
    """Return the last mixture of T rounds, and the mean of all."""
    w, total = np.zeros(len(A)), np.zeros(len(A))
    for _ in range(T):
        x = np.maximum(w, 0) if (w > 0).any() else np.ones(len(A))
        x /= x.sum()
        a = A[:, best(x @ A)]
        w += sign * (a - x @ a)
        total += x
    return x, total / T
