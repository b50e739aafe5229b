"""Directives for lecturers: ``{plan} 8``, ``{dependencies}`` and ``{leaveout}``, all computed.

They are made of ``book/plans.yml`` and of the chapters themselves (`tools.plans`).
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from ptronlib.course import varied
from tools import bookmap
from tools.plans import Course, Meeting, Place


class _Computed(SphinxDirective):
    """What the three have in common: the course, and Markdown that is parsed as on any page."""

    def run(self) -> list[nodes.Node]:
        book = Path(self.env.srcdir) / "book"
        for path in [book / "plans.yml", *bookmap.chapters(book)]:
            self.env.note_dependency(str(path))
        try:
            text = self.text(Course(book))
        except (KeyError, ValueError) as error:
            raise ExtensionError(f"{self.env.docname}: {self.name}: {error.args[0]}") from error
        return self.parse_text_to_nodes(text)

    def text(self, course: Course) -> str:
        """Return the Markdown that stands in place of the directive."""
        raise NotImplementedError


class Plan(_Computed):
    """A table for each meeting of a plan."""

    required_arguments = 1

    def text(self, course: Course) -> str:
        plan = course.plan(int(self.arguments[0]))
        recalled = course.recalled(plan)
        return "\n\n".join(
            meeting(course, k, one, missing)
            for k, (one, missing) in enumerate(zip(plan, recalled, strict=True), 1)
        )


def meeting(course: Course, k: int, one: Meeting, missing: list[str]) -> str:
    """Return a meeting as a table, with what has to be recalled and what is done at home."""
    rows, at = ["| minute | what | chapter and section |", "|---:|---|---|"], 0
    for step in one.steps:
        rows.append(f"| {at}–{at + step.minutes} | {step.do} | {links(step.on)} |")
        at += step.minutes
    parts = [f"**Meeting {k}. {one.title}**", "\n".join(rows)]
    if missing:
        named = ", ".join(f"{{prf:ref}}`{label}`" for label in missing)
        parts.append(f"State without proof, since no meeting has had it: {named}.")
    own = [label for label in one.homework if label in varied()]
    named = ", ".join(
        f"{{ref}}`{label}`" + " (with a variant)" * (label in own) for label in one.homework
    )
    parts.append(f"At home: {named}.")
    parts.append(f"```\n{command(course, k, one)}\n```")
    return "\n\n".join(parts)


def command(course: Course, k: int, one: Meeting) -> str:
    """Return the line that writes the homework of a meeting, with variants where there are any."""
    numbers = " ".join("{}.{}".format(*course.exercises[label][:2]) for label in one.homework)
    variants = " --variants" * any(label in varied() for label in one.homework)
    return (
        f"python -m ptronlib.course assign {numbers}{variants} --format plain "
        f"-o course/hw{k}.ipynb --solutions course/hw{k}-solutions.html"
    )


def links(places: tuple[Place, ...]) -> str:
    """Return where in the book the sections stand."""
    return ", ".join(f"{{doc}}`{chapter} <{PAGES[chapter]}>`, {title}" for chapter, title in places)


class Dependencies(_Computed):
    """A table: which chapter uses which statements of which earlier one."""

    def text(self, course: Course) -> str:
        rows = ["| chapter | uses |", "|---:|---|"]
        for chapter, used in course.uses().items():
            said = "; ".join(
                f"of chapter {other} " + ", ".join(f"{{prf:ref}}`{label}`" for label in labels)
                for other, labels in used.items()
            )
            rows.append(f"| {{doc}}`{chapter} <{PAGES[chapter]}>` | {said or 'nothing'} |")
        return "\n".join(rows)


class LeaveOut(_Computed):
    """A table: sections that can be left out, the minutes this saves, and what then breaks."""

    def text(self, course: Course) -> str:
        rows = ["| leave out | minutes | keep | these rest on it, and have to recall it |",
                "|---|---:|---|---|"]  # fmt: skip
        for entry in course.data["leave_out"]:
            place = course.place(entry["section"])
            broken = ", ".join(f"{{prf:ref}}`{label}`" for label in course.broken(place))
            minutes = round(course.sections[place].minutes)
            rows.append(f"| {links((place,))} | {minutes} | {entry['keep']} | {broken or 'none'} |")
        return "\n".join(rows)


PAGES = {int(path.name[:2]): path.stem for path in bookmap.chapters(Path(__file__).parents[1])}


def setup(app):
    """Register with Sphinx."""
    app.add_directive("plan", Plan)
    app.add_directive("dependencies", Dependencies)
    app.add_directive("leaveout", LeaveOut)
    return {"version": "0.3.0", "parallel_read_safe": True, "parallel_write_safe": True}
