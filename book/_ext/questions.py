"""The directive ``{questions} NN``: the short questions of ``book/questions/NN.yml``.

``{questions} NN 6`` shows the sixth alone, before what is to be predicted, and says so, and
``{questions} NN 1-5`` shows the others.

Each choice is a fold that opens its reply; no script and no server is needed.  Before it is opened
nothing tells which choice is right, and all of them look alike.
"""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from ptronlib.course.questions import Choice, Question, file, letters, numbered, read

FENCE = "`" * 12  # longer than any within a reply
BEFORE = (
    "*A question before you go on. "
    "(This is question {} of the chapter; the others are at the end.)*"
)
SAYS_SO = re.compile(r"\W*(right|yes|correct|no|not|wrong)\b", re.IGNORECASE)


def reply(choice: Choice) -> str:
    """Return what a fold holds: whether the choice is right, unless that is said, and why."""
    if SAYS_SO.match(choice.reply):
        return choice.reply
    return f"**{'Right.' if choice.right else 'Not this one.'}** {choice.reply}"


class Questions(SphinxDirective):
    """A container for each question, in the order of the file."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        try:
            path = file(int(self.arguments[0]), Path(self.env.srcdir))
            self.env.note_dependency(str(path))
            asked = numbered(read(path), *self.arguments[1:])
        except (OSError, ValueError) as error:
            raise ExtensionError(f"{self.env.docname}: {{questions}}: {error}") from error
        whole = nodes.container(classes=["questions"])
        if len(asked) == 1:
            whole += self.parse_text_to_nodes(BEFORE.format(asked[0][0]))
        for k, question in asked:
            whole += self.question(k, question)
        return [whole]

    def question(self, k: int, question: Question) -> nodes.container:
        """Return a question: its number, what is asked, and a fold for each choice."""
        made = nodes.container(classes=["question", f"question-{question.kind}"])
        made["ids"].append(question.id)
        asked = nodes.container(classes=["question-asked"])
        asked += self.parse_text_to_nodes(f"**{k}.** {question.ask}")
        made += asked
        for letter, choice in zip(letters(question), question.choices, strict=True):
            title = f"({letter}) {choice.says}"  # a name that is more than a formula
            fold = f"{FENCE}{{dropdown}} {title}\n{reply(choice)}\n{FENCE}"
            made += self.parse_text_to_nodes(fold)
        return made


def setup(app):
    """Register with Sphinx."""
    app.add_directive("questions", Questions)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
