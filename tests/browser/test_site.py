"""The built book in a real browser: every page loads, and is whole on a phone.

That it is whole on a laptop, test_accessibility.py looks at before it goes on.
"""

import pytest

from tools.pages import pages

PAGES = pages()
SOME = ["book/02_convergence.html", "book/statements.html", "book/api/sklearn.html"]

# To lay out the page is to ask for the fonts of what is in sight.
FONTS = """() => {
    document.body.getBoundingClientRect();
    return document.fonts.ready.then(() => null);
}"""


def wait_until_drawn(page) -> None:
    """Wait until the widgets are drawn, and the fonts there that the page has asked for."""
    page.locator(".widget-subarea:empty").first.wait_for(state="detached")
    page.evaluate(FONTS)


def lay_out(page) -> None:
    """Have all of the page drawn, what is folded or far from the window as well."""
    page.evaluate("document.querySelectorAll('details').forEach((box) => (box.open = true))")
    page.add_style_tag(content="* { content-visibility: visible !important; }")
    wait_until_drawn(page)


def broken_images(page) -> list[str]:
    """Return the addresses of images that hold no picture, lazy ones included."""
    return page.evaluate(
        """async () => {
            const images = [...document.images];
            for (const image of images) image.loading = "eager";
            await Promise.allSettled(images.map((image) => image.decode()));
            return images.filter((image) => !image.naturalWidth).map((image) => image.src);
        }"""
    )


# The page learns which boxes scroll as they come near.
COME_NEAR = """async () => {
    for (const box of document.querySelectorAll("pre, .output")) {
        if (box.scrollWidth <= box.clientWidth + 1) continue;
        box.scrollIntoView({ block: "center", behavior: "instant" });
        for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
    }
}"""

# The keyboard reaches a box that scrolls; of the formulas, of which there are hundreds, no other.
REACHED = """() => {
    const wide = box => box.scrollWidth > box.clientWidth + 1;
    const all = (selector, hold) => [...document.querySelectorAll(selector)].every(hold);
    return all("pre, .output", box => box.tabIndex === 0 || !wide(box))
        && all("span.math, div.math mjx-container", box => (box.tabIndex === 0) === wide(box));
}"""

# Where scrollbars take room, one of these would show under a single letter.
BY_A_HAIR = """() => [...document.querySelectorAll("span.math")]
    .filter(box => [1, 2].includes(box.scrollWidth - box.clientWidth))
    .map(box => box.querySelector("mjx-container").dataset.tex)"""


# Formulas that are not typeset, or as an error.
BAD_FORMULAS = """() => [...document.querySelectorAll(".math")]
    .filter(math => !math.querySelector("mjx-container") || math.querySelector("mjx-merror"))
    .map(math => math.textContent)"""


def check(page, url: str) -> None:
    """Assert what holds for every page at every width."""
    page.goto(url)
    lay_out(page)
    assert page.evaluate(BY_A_HAIR) == []
    page.evaluate(COME_NEAR)
    page.wait_for_function(REACHED)  # the page looks for them in quiet moments
    assert broken_images(page) == []
    assert page.evaluate(BAD_FORMULAS) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"], f"some element sticks out; see which: {url}"


@pytest.mark.parametrize("name", [*PAGES, "search.html"])
def test_page_loads_with_all_it_asks_for(tab, site, name):
    tab.goto(site + name)
    wait_until_drawn(tab)
    assert broken_images(tab) == []
    assert tab.evaluate(BAD_FORMULAS) == []
    problems, tab.problems[:] = tab.problems.copy(), []  # the next page has its own
    assert problems == []


@pytest.mark.parametrize("name", SOME)
def test_page_is_whole_on_a_laptop_and_on_a_phone(page, phone, site, name):
    check(page, site + name)
    check(phone, site + name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in PAGES if name not in SOME])
def test_every_other_page_is_whole_on_a_phone(phone, site, name):
    check(phone, site + name)
