"""The built book in a real browser: every page on a phone (on a laptop: test_accessibility.py)."""

from __future__ import annotations

import pytest

from tools.pages import pages

PAGES = pages()


def lay_out(page) -> None:
    """Have all of the page laid out, what is far from the window as well."""
    page.add_style_tag(content="* { content-visibility: visible !important; }")


def settle(page, url: str) -> None:
    """Open a page and wait until all of it is laid out and its widgets are drawn."""
    page.goto(url, wait_until="load")
    lay_out(page)
    page.locator(".widget-subarea:empty").first.wait_for(state="detached")
    page.wait_for_load_state("networkidle")


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


def formulas(page) -> dict[str, int]:
    """Count the formulas that were written, typeset, and typeset as an error."""
    return page.evaluate(
        """() => {
            const count = (selector) => document.querySelectorAll(selector).length;
            return {
                written: count(".math"),
                raw: [...document.querySelectorAll(".math")].filter(
                    (formula) => !formula.querySelector("mjx-container")).length,
                errors: count("mjx-merror, [data-mjx-error]"),
            };
        }"""
    )


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


def check(page, url: str) -> None:
    """Assert what holds for every page at every width."""
    settle(page, url)
    assert page.evaluate(BY_A_HAIR) == []
    page.wait_for_function(REACHED)  # the page looks for them in quiet moments
    assert broken_images(page) == []
    found = formulas(page)
    assert found["raw"] == 0, f"{found['raw']} of {found['written']} formulas are not typeset"
    assert found["errors"] == 0, f"{found['errors']} formulas are typeset as errors"


@pytest.mark.parametrize("name", PAGES)
def test_page_is_whole_on_a_phone(phone, site, name):
    check(phone, site + name)
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} pixels wide; see which element sticks out: {name}"


def test_front_door_leads_to_the_first_page(page, site):
    page.goto(site)
    page.wait_for_url(site + PAGES[0])


def test_search_finds_margin(page, site):
    page.goto(site + "search.html?q=margin")
    hits = page.locator("#search-results ul.search li a")
    hits.first.wait_for()
    assert any("book/" in (hit.get_attribute("href") or "") for hit in hits.all())


def test_theme_switches_between_light_and_dark(page, site):
    page.goto(site + PAGES[0])
    background = "getComputedStyle(document.body).backgroundColor"
    seen = {}
    for _ in range(3):  # light, dark and the system's choice take turns
        page.locator("button.theme-switch-button:visible").first.click()
        seen[page.evaluate("document.documentElement.dataset.theme")] = page.evaluate(background)
    assert set(seen) == {"light", "dark"}
    assert seen["light"] != seen["dark"]


def test_the_watch_notices(page, site):
    page.goto(site + PAGES[0])
    page.evaluate("fetch('no-such-file')")
    page.wait_for_load_state("networkidle")
    page.goto("about:blank")  # the site's own pages refuse to ask elsewhere
    with page.expect_event("requestfailed"):
        page.evaluate("fetch('http://127.0.0.1:1/').catch(() => console.error('refused'))")
    said = "\n".join(page.problems)
    page.problems.clear()
    assert "request to another origin: http://127.0.0.1:1/" in said
    assert "status 404" in said
    assert "console: refused" in said


@pytest.mark.parametrize("name", [PAGES[0], "book/01_perceptron.html"])
def test_a_page_runs_no_script_but_its_own_and_asks_nobody_else(page, site, name):
    """The policy of tools/csp.py holds: injected code, handlers and strangers are refused."""
    page.goto(site + name)
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.head.append(script);
            document.body.insertAdjacentHTML("beforeend",
                "<button id='trap' onclick='window.handled = true'>trap</button>");
            document.querySelector("#trap").click();
            return fetch("http://127.0.0.1:1/").catch(() => {});
        }"""
    )
    assert page.evaluate("[window.injected, window.handled]") == [None, None]
    said = "\n".join(page.problems)
    page.problems.clear()
    assert said.count("Content Security Policy") >= 3 and "another origin" not in said
