"""The map of the book as one SVG: a band a chapter, a node a statement, a line a use."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from bookmap_layout import GUTTER, HEADING, HEIGHT, WIDTH, Layout

CORNER, LETTERS = 5, 24  # how round the lines are; how many letters fit in a node


def picture(statements, link, name, headings) -> str:
    """Return the map as SVG.

    `link` and `name` give the address of a statement and its name with the number; `headings`
    the address and the title of each chapter's page.
    """
    plan = Layout(statements)
    rules = [_rule(plan, row) for row in plan.headings if row]
    chapters = [_heading(plan, row, *headings[page]) for row, page in plan.headings.items()]
    lines = [
        _line(plan.line(other, s.label), other, s.label)
        for s in statements.values()
        for other in s.rests_on
    ]
    nodes = [_node(s, plan.corner(s.label), link(s), name(s)) for s in statements.values()]
    return (
        f'<svg class="book-map" viewBox="0 0 {plan.width} {plan.height}" role="group" '
        f'aria-label="Map of the statements"><g>{"".join(rules)}</g><g>{"".join(lines)}</g>'
        f"<g>{''.join(chapters)}</g><g>{''.join(nodes)}</g></svg>"
    )


def _rule(plan, row):
    return f'<path class="map-rule" d="M0 {plan.tops[row] - HEADING + 4.5}H{plan.width}"/>'


def _heading(plan, row, address, title):
    return (
        f'<a class="map-chapter" href="{escape(address)}">'
        f'<text x="{GUTTER}" y="{plan.tops[row] - 14}">{escape(title)}</text></a>'
    )


def _line(points, source, target):
    (x0, y0), *inner, (x1, y1) = points
    path = [f"M{x0:g} {y0:g}"]
    for before, (x, y), after in zip(points, inner, points[2:], strict=False):
        near, far = (_towards((x, y), p) for p in (before, after))
        path.append(f"L{near[0]:g} {near[1]:g}Q{x:g} {y:g} {far[0]:g} {far[1]:g}")
    head = f"L{x1:g} {y1:g}m-3.5 -5l3.5 5l3.5 -5"
    d = "".join(path) + head
    return f'<path class="map-use" d="{d}" data-from="{source}" data-to="{target}"/>'


def _towards(corner, point):
    """Return the point near the corner where its rounding begins."""
    (x, y), (u, v) = corner, point
    length = max(abs(u - x), abs(v - y)) or 1
    share = min(CORNER, length / 2) / length
    return x + share * (u - x), y + share * (v - y)


def _node(statement, place, address, name):
    x, y = place
    lines = [name, *wrap(statement.title, LETTERS)]
    first = y + HEIGHT / 2 + 4 - 7.5 * (len(lines) - 1)
    text = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{first + 15 * k:g}">{escape(line)} </text>'
        for k, line in enumerate(lines)
    )
    round_ = {"definition": HEIGHT / 2, "algorithm": 0}.get(statement.kind, 7)
    return (
        f'<a href="{escape(address)}" class="map-node map-{statement.kind}" '
        f'data-label="{statement.label}">'
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="{round_:g}"/>{text}</a>'
    )
