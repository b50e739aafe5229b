"""Chapter 6: counts that are small enough to be listed."""

from __future__ import annotations

from ..counting import cover_count, separable_fraction
from ._checking import exercise, judge, number, parts


@exercise("ex-c6-small", "A pair: how many labelings lines produce, and how many circles.")
def small(answer) -> None:
    lines, circles = parts(answer, "lines, circles")
    for name, got, weights in (("lines", lines, 3), ("circles", circles, 4)):
        got, right = number(got, f"the number for {name}"), cover_count(5, weights)
        said = f"For {name} it is not {got:g}. How many weights does the family have?"
        more = f"For {name}: count the weights once more, the bias is one of them."
        half = f"For {name}: do you count a labeling and its opposite as one?"
        judge(got, right, said, (more, cover_count(5, weights - 1)), (half, right / 2))


@exercise("ex-c6-wendel", "A pair of probabilities: four points on a circle, and on a sphere.")
def wendel(answer) -> None:
    on_circle, on_sphere = parts(answer, "circle, sphere")
    for name, got, N in (("circle", on_circle, 2), ("sphere", on_sphere, 3)):
        got, right = number(got, f"the probability for the {name}"), float(separable_fraction(4, N))
        said = f"For the {name} it is not {got:g}. In which dimension does it lie?"
        other = f"For the {name} that is the probability that they surround the centre."
        judge(got, right, said, (other, 1 - right))


@exercise("ex-c6-circle", "A pair of counts: ten points on a circle; nine of them and one off it.")
def circle(answer) -> None:
    on, off = (number(value, "the count") for value in parts(answer, "on the circle, one off it"))
    said = f"On the circle it is not {on:g}. How many dimensions do the features span?"
    general = "That is general position. Which two features agree on a circle?"
    judge(on, cover_count(10, 5), said, (general, cover_count(10, 6)))
    alike = "The point off the circle is independent of the others: what is |X / x|?"
    judge(off, 2 * cover_count(9, 5), f"With one point off it is not {off:g}.", (alike, on))
