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
