"""Give a course with the book: questions, assignments, marks.

``python -m ptronlib.course questions`` writes the question bank, ``assign`` a homework, and
``grade`` marks what came back.  Exercises whose answers are numbers have variants, drawn from a
seed, that nobody has published: `variant` writes one, and `check_variant` checks an answer to it.
"""

from .variants import Variant, check_variant, variant, varied

__all__ = ["Variant", "check_variant", "variant", "varied"]
