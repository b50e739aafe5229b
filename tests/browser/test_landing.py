"""The landing page, by mouse, touch and keyboard: make the machine err, push, teach, go on."""

import re

import pytest
from cases import one_quick
from explorer import centre, draw_on, no_network, tap
from playwright.sync_api import expect
from test_accessibility import violations

from tools.pages import BUILT

SIZES = {"page": (1280, 800), "phone": (390, 700)}
WEIGHT = 300_000  # bytes, as sent
AT_ONCE = 100  # milliseconds from the touch to the picture that answers it
# From the touch to the first frame after the board has changed.
FIRST = """() => { window.took = new Promise((done) => {
  addEventListener("pointerdown", ({ timeStamp }) => new MutationObserver((_, watch) => {
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)));
  }).observe(document.querySelector("#err-plane"), { attributes: true }),
  { once: true, capture: true }); }); }"""


@pytest.fixture(params=one_quick(["phone", "page"]))
def front(request, site):
    page = request.getfixturevalue(request.param)
    width, height = SIZES[request.param]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(site)
    return page


def point(page, i):
    return page.locator("#err-plane .point").nth(i)


def fact(page, board, name):
    return page.locator(f"#{board}").get_attribute(f"data-{name}")


def says(page, part):
    return page.locator(f"#{part}-said")


def err_once(page):
    """Tap the first point that is a mistake; False if there is none."""
    wrong = page.locator("#err-plane .point.wrong")
    if not wrong.count():
        return False
    before = fact(page, "err-plane", "mistakes")
    tap(page, *centre(wrong.first))
    page.wait_for_function("said => document.querySelector('#err-plane').dataset.mistakes !== said",
                           arg=before)  # fmt: skip
    return True


def check_first_screen(page):
    height = page.viewport_size["height"]
    for node in page.locator("#err :is(h1, p, svg, .bar, button, .more):visible").all():
        box = node.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, node.inner_text()
    for node in page.locator("#err :is(button, .touch):visible").all():
        assert min(node.bounding_box()["width"], node.bounding_box()["height"]) >= 43
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_first_screen_holds_the_whole_game(front):
    check_first_screen(front)
    most, best = (int(fact(front, "err-plane", name)) for name in ("most", "best"))
    while err_once(front):
        pass
    made = len(fact(front, "err-plane", "mistakes").split())
    assert 0 < made <= best < most
    short = f"You made it err {made} times; {best} are possible"
    news = f"{made} of {made}" if made == best else short
    expect(says(front, "err")).to_contain_text(news)
    check_first_screen(front)
    front.get_by_role("button", name="Again", exact=True).click()
    assert fact(front, "err-plane", "mistakes") == ""


def test_what_is_right_teaches_nothing_and_the_most_can_be_reached(front):
    err_once(front)
    right = front.locator("#err-plane .point:not(.wrong)").first
    tap(front, *centre(right.locator(".touch")))
    expect(says(front, "err")).to_contain_text("has that one right, so it learns nothing")
    assert len(fact(front, "err-plane", "mistakes").split()) == 1
    front.get_by_role("button", name="Undo").click()
    assert fact(front, "err-plane", "mistakes") == ""
    while err_once(front):
        pass
    front.get_by_role("button", name="Show me", exact=True).click()
    expect(says(front, "err")).to_contain_text("This was the longest way there is")
    order = [int(i) for i in fact(front, "err-plane", "mistakes").split()]
    assert len(order) == int(fact(front, "err-plane", "best"))
    front.get_by_role("button", name="Again", exact=True).click()
    for i in order:
        tap(front, *centre(point(front, i).locator(".touch")))
    expect(says(front, "err")).to_contain_text(f"{len(order)} of {len(order)}: nobody can")
    for _ in range(2):
        front.get_by_role("button", name=re.compile("Next six|Other points")).click()
        assert fact(front, "err-plane", "mistakes") == ""
    assert fact(front, "err-plane", "sample") == "2"


def test_a_dare_brings_the_number_to_beat_and_the_keyboard_plays(page, site):
    page.goto(f"{site}#beat=7")
    expect(says(page, "err")).to_contain_text("Somebody made it err 7 times")
    point(page, 0).focus()
    page.keyboard.press("Enter")
    expect(says(page, "err")).to_contain_text("Mistake 1: its line goes through the middle")
    assert ": right" in point(page, 0).get_attribute("aria-label")
    page.keyboard.press("Tab")
    assert point(page, 1).evaluate("node => node === document.activeElement")
    wrong = page.locator("#err-plane .point.wrong").first
    assert wrong.get_attribute("role") == "button"
    assert ": a mistake" in wrong.get_attribute("aria-label")
    wrong.focus()
    page.keyboard.press(" ")
    assert len(fact(page, "err-plane", "mistakes").split()) == 2
    assert says(page, "err").get_attribute("aria-live") == "polite"


def test_the_limit_leaps_when_the_classes_are_pushed(front):
    front.emulate_media(reduced_motion="reduce")
    slider = front.get_by_role("slider")
    slider.focus()
    seen = [(int(fact(front, "push-plane", "most")), int(fact(front, "push-plane", "best")))]
    for _ in range(9):
        slider.press("ArrowRight")
        seen.append(tuple(int(fact(front, "push-plane", name)) for name in ("most", "best")))
    assert seen == sorted(set(seen)) and all(best <= most for most, best in seen)
    assert seen[9][0] > 50 * seen[0][0]
    assert str(f"{seen[9][0]:,}") in front.locator("#push-most").inner_text()
    slider.press("Home")
    front.locator("#push-run").click()
    expect(says(front, "push")).to_contain_text(f"{seen[0][1]} mistakes, of at most {seen[0][0]}")
    slider.press("End")
    expect(front.locator("#push-most")).to_have_text("no limit")
    front.locator("#push-run").click()
    expect(says(front, "push")).to_contain_text("no line parts these points")


def drawn(page, name, *lines):
    """Draw lines on the sheet, by mouse or finger, and say what they are."""
    sheet = page.locator("#teach-sheet")
    for line in lines:
        draw_on(sheet, *line)
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#teach")).to_have_attribute("data-busy", "false")


def test_the_reader_draws_and_it_errs_until_it_is_right(front):
    ring = [(0.5, 0.2), (0.7, 0.5), (0.5, 0.8), (0.3, 0.5), (0.5, 0.2)]
    drawn(front, "It is a zero", ring)
    assert (fact(front, "teach", "errors"), fact(front, "teach", "examples")) == ("1", "1")
    drawn(front, "It is a one", [(0.5, 0.2), (0.5, 0.8)])
    drawn(front, "It is a zero", [(0.1 + 0.8 * x, 0.2 + 0.6 * y) for x, y in ring])
    drawn(front, "It is a one", [(0.6, 0.2), (0.4, 0.8)])
    errors, most = (int(fact(front, "teach", name)) for name in ("errors", "most"))
    assert 2 <= errors <= most
    expect(says(front, "teach")).to_contain_text(re.compile("all 4 pictures right|learns nothing"))
    assert front.locator("#teach-tray canvas").count() == 4
    assert front.evaluate("document.documentElement.scrollWidth") <= front.viewport_size["width"]


def test_without_a_hand_the_keyboard_draws_and_the_page_writes(page, site):
    page.goto(site)
    page.locator("#teach-sheet").focus()
    for key in (" ", *["ArrowDown"] * 5, " ", "ArrowUp"):
        page.keyboard.press(key)
    page.get_by_role("button", name="It is a one").press("Enter")
    assert fact(page, "teach", "errors") == "1"
    page.get_by_label("Teach it to tell apart").select_option(label="threes and eights")
    assert fact(page, "teach", "examples") == "0"
    for k in range(4):
        page.get_by_role("button", name="Draw one for me").press("Enter")
        page.get_by_role("button", name=("It is a three", "It is an eight")[k % 2]).press("Enter")
        expect(page.locator("#teach")).to_have_attribute("data-busy", "false")
    assert fact(page, "teach", "examples") == "4"
    assert int(fact(page, "teach", "errors")) <= int(fact(page, "teach", "most"))


def test_the_same_drawing_told_to_be_both_is_given_up(page, site):
    page.emulate_media(reduced_motion="reduce")
    page.goto(site)
    for name in ("It is a zero", "It is a one"):
        drawn(page, name, [(0.5, 0.2), (0.5, 0.8)])
    expect(says(page, "teach")).to_contain_text("does not come to rest")
    expect(page.locator("#teach-most")).to_have_text("no limit")


def test_nothing_moves_for_those_who_asked(page, site):
    page.emulate_media(reduced_motion="reduce")
    page.goto(site)
    line = page.locator("#err-plane .line line")
    err_once(page)
    shown = line.get_attribute("x1")
    assert page.evaluate("document.getAnimations().length") == 0
    page.wait_for_timeout(400)
    assert line.get_attribute("x1") == shown


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation(front, theme):
    for _ in range(2):
        assert violations(front, theme) == []
        while err_once(front):
            pass


def test_the_theme_is_that_of_the_book(page, site):
    page.goto(site)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("link", name="Read from chapter 1").click()
    page.wait_for_url("**/01_perceptron.html")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("a.navbar-brand").first.click()
    page.wait_for_url(re.compile(r"/index\.html$"))
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_it_is_light_and_goes_on_without_a_network(counted, site):
    page, received = counted
    page.goto(site, wait_until="networkidle")
    assert 0 < sum(received) <= WEIGHT
    with no_network(page):
        assert err_once(page)
        page.get_by_role("button", name="Draw one for me").click()
        page.get_by_role("button", name="It is a zero").click()
        assert fact(page, "teach", "errors") == "1"


def test_the_first_touch_is_answered_at_once(front):
    took = []
    for _ in range(5):  # what else the machine does can only make it longer
        front.reload()
        front.evaluate(FIRST)
        tap(front, *centre(point(front, 0)))
        took.append(front.evaluate("window.took"))
    assert min(took) <= AT_ONCE, took


def test_it_works_from_a_folder(browser):
    page = browser.new_page()
    page.goto((BUILT / "index.html").as_uri())
    assert err_once(page)
    page.close()
