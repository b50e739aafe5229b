"""Read a table as it is written: numbers digit by digit, labels as words, and no guesses.

`files` unpacks and decodes the bytes, `rows` finds the rows of a text, `header` the names of the
columns, `frames` makes a DataFrame of any file; `columns` and `labels` read what stands in it,
`digits` its numbers where doubles do not hold them, `numbers` knows what a number is.
"""

from .columns import Column
from .table import Table, read_table

__all__ = ["Column", "Table", "read_table"]
