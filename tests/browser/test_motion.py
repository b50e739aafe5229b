"""A step moves the pictures; whoever asks for less motion sees only where they end."""

import pytest
from explorer import fact, opened, press

FRAMES = """root => {
  window.shown = new Set();
  const look = () => {
    shown.add([...root.querySelectorAll("svg .ptx-w, .ptp-cap")].map((n) => n.outerHTML).join());
    requestAnimationFrame(look);
  };
  look(); }"""
STEPS = {"perceptron": "Step", "proof": "Next in turn", "cosine": "Step"}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_moves_the_picture(page, site, name):
    root = opened(page, site, name)
    root.evaluate(FRAMES)
    press(root, STEPS[name])
    assert fact(root, "updates") == "1"  # the numbers do not wait
    page.wait_for_function("() => window.shown.size > 4")
    press(root, STEPS[name])  # on its way, and taken over by the next
    assert fact(root, "updates") == "2"


def test_no_motion_for_those_who_ask_for_calm(page, site):
    page.emulate_media(reduced_motion="reduce")
    root = opened(page, site, "perceptron")
    root.evaluate(FRAMES)
    press(root, "Step")
    page.wait_for_timeout(400)
    assert page.evaluate("shown.size") == 2
    assert root.evaluate("root => root.getAnimations({ subtree: true }).length") == 0


# The clock of a frame may be ahead of the other by one rounding, and then no number is drawn.
HAIR = """root => {
  let frame = 0;
  const later = requestAnimationFrame;
  performance.now = () => 1000;
  window.requestAnimationFrame = (draw) => later(() => draw(frame++ ? 1400 : 1000 + 1e-12)); }"""


@pytest.mark.parametrize("name", ["descent", "cosine"])
def test_the_first_frame_may_be_a_hair_late(page, site, name):
    root = opened(page, site, name)
    root.evaluate(HAIR)
    press(root, "Step")
    page.wait_for_timeout(200)
    assert fact(root, "updates") == "1"  # and the console has nothing to say
