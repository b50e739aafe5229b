"""Write a student's page: the points, what was wrong, and what is still to be read by somebody."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from .assign import ALONE, LEFT
from .exercises import cell_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .grade import Marked

COMMENT = "comment"  # a column of the table, for what a student is to read
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{head}</title><style>
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; }}
pre {{ padding: 0.6rem; overflow-x: auto; background: #f3f3f3; white-space: pre-wrap; }}
h2 {{ margin: 1.6rem 0 0.3rem; font-size: 1.1rem; }}
.notes {{ padding: 0.1rem 0.8rem; border-left: 3px solid #d55e00; }}
@page {{ size: A4; margin: 20mm 18mm; }}
article + article {{ break-before: page; }}
h2, p:has(+ pre) {{ break-after: avoid; }}
</style></head><body>
{body}
</body></html>
"""
STUDENT = """<article><h1>{student}</h1>
<p>{title}: {points} of {most} points from the checkers{more}.</p>
{body}
</article>"""


def as_number(mark: str) -> float:
    """Return a mark as a number, with a point or, as some spreadsheets write it, a comma."""
    return float(mark.replace(",", "."))


def in_all(one: Marked, exercises: list[dict[str, Any]]) -> float | None:
    """Return all points of a student, or None where a mark by hand is missing or no number."""
    try:
        marks = [one.by_hand[e["number"]] for e in exercises if e["by_hand"]]
        return sum(one.points.values()) + sum(map(as_number, marks))
    except (KeyError, ValueError):
        return None


def page(students: Sequence[Marked], exercises: list[dict[str, Any]], title: str) -> str:
    """Return a page for one student or, for print, for several, each of whom begins a new sheet."""
    head = f"{students[0].student}: {title}" if len(students) == 1 else title
    body = "\n".join(_student(one, exercises, title) for one in students)
    return PAGE.format(head=escape(head), body=body)


def _student(one: Marked, exercises: list[dict[str, Any]], title: str) -> str:
    """What a student wrote is shown as text and never as a page."""
    most, by_hand = (sum(e[part] for e in exercises) for part in ("checked", "by_hand"))
    notes = "".join(f"<p>{escape(note)}</p>" for note in one.notes)
    parts = [f'<div class="notes">{notes}</div>'] if notes else []
    if comment := one.by_hand.get(COMMENT):
        parts.append(f"<p>{escape(comment)}</p>")
    parts += [_exercise(one, exercise) for exercise in exercises]
    return STUDENT.format(
        student=escape(one.student),
        title=escape(title),
        points=sum(one.points.values()),
        most=most,
        more=_more(in_all(one, exercises), most + by_hand, by_hand),
        body="\n".join(parts),
    )


def _more(total: float | None, most: int, by_hand: int) -> str:
    if total is not None and by_hand:
        return f"; with those by hand {total:g} of {most}"
    return f"; {by_hand} more are given by hand" if by_hand else ""


def _exercise(one: Marked, exercise: dict[str, Any]) -> str:
    number, lines = exercise["number"], []
    if exercise["checked"]:
        said = one.said.get(number, "Not marked.") or "Right."
        lines.append(f"<p>{one.points[number]} of {exercise['checked']}: {escape(said)}</p>")
        lines += _written(one, f"answer-{cell_name(number)}")
    if exercise["by_hand"]:
        mark = escape(one.by_hand.get(number, "___"))
        lines.append(f"<p>By hand: {mark} of {exercise['by_hand']}</p>")
        lines += _written(one, f"reason-{cell_name(number)}")
    return f"<h2>Exercise {escape(number)}</h2>\n" + "\n".join(lines)


def _written(one: Marked, name: str) -> list[str]:
    """Return the cell of this name, if there is one."""
    found = next((cell["source"] for cell in one.cells if cell["name"] == name), "")
    if found.startswith(f"*{ALONE}") and found.endswith(LEFT):
        return ["<p>Nothing was written.</p>"]
    return [f"<pre>{escape(found[:20_000])}</pre>"] * bool(found.strip())
