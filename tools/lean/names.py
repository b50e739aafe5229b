"""Let the long names of code in the text break behind a dot or an underscore where a line ends."""

from __future__ import annotations

import re

LONG = 12  # letters of a name that may be broken
CODE = re.compile(r'<code class="[^"]*\bliteral\b[^"]*">.*?</code>', re.DOTALL)
NAME = re.compile(rf">([^<>]{{{LONG},}})<")
JOINT = re.compile(r"(?<=[A-Za-z])[._](?=[A-Za-z])")


def loosen(page: str) -> str:
    """Return the page with the places in its names marked; the style sheet allows them."""

    def marked(name: re.Match) -> str:
        return f">{JOINT.sub(lambda joint: f'{joint[0]}<wbr>', name[1])}<"

    return CODE.sub(lambda code: NAME.sub(marked, code[0]), page)
