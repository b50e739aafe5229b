"""Give a course with the book: questions, assignments, marks.

``python -m ptronlib.course questions`` writes the question bank, or with ``--lines`` questions on
proofs drawn from a seed; ``assign`` writes a homework, and ``grade`` marks what came back.
Exercises whose answers are numbers have variants, drawn from a seed, that nobody has published:
`variant` writes one, `check_variant` checks an answer to it, and `check_form`, which needs no seed,
looks at its form alone.
"""

from .variants import Variant, check_form, check_variant, variant, varied

__all__ = ["Variant", "check_form", "check_variant", "variant", "varied"]
