"""The plans for lecturers: their times, sections and homework agree with the chapters."""

import re

import pytest

from book._ext import teaching
from ptronlib.course import exercises, varied
from ptronlib.course.__main__ import _parser
from tools.pages import ROOT
from tools.plans import LENGTH, Course

COURSE = Course(ROOT / "book")
PLANS = {count: COURSE.plan(count) for count in COURSE.data["plans"]}
meetings = pytest.mark.parametrize("count", PLANS)


def test_there_are_plans_for_four_eight_and_twelve_meetings():
    assert {count: len(plan) for count, plan in PLANS.items()} == {4: 4, 8: 8, 12: 12}


@meetings
def test_the_minutes_of_a_meeting_sum_up(count):
    for meeting in PLANS[count]:
        assert sum(step.minutes for step in meeting.steps) == LENGTH, meeting.title
        assert meeting.places and meeting.homework


@meetings
def test_there_is_time_for_the_short_questions(count):
    """Each takes two minutes or more by raised hands, and the homework is talked about, too."""
    for meeting in PLANS[count]:
        for step in (step for step in meeting.steps if "six questions" in step.do):
            asked = 3 if step.do.startswith("Three of the") else 6
            assert step.minutes >= 2 * asked + 2, (meeting.title, step)


def test_the_meeting_on_margins_shows_why_and_leaves_the_longest_proof_to_be_read():
    for count in (8, 12):
        (meeting,) = (m for m in PLANS[count] if m.title == "Margins")
        assert COURSE.place("3 How bad can it be?") in meeting.places
        (said,) = (step.do for step in meeting.steps if "thm-c3-worst" in step.do)
        assert "without" in said


@meetings
def test_a_step_takes_about_as_long_as_its_sections(count):
    for meeting in PLANS[count]:
        for step in (step for step in meeting.steps if step.on):
            clock = sum(COURSE.sections[place].minutes for place in step.on)
            assert 0.5 * clock <= step.minutes <= 1.5 * clock + 1, (step, clock)


@meetings
def test_homework_belongs_to_what_was_taught(count):
    """Its chapter was begun, and every statement it refers to was taught, or recalled."""
    taught, seen = set(), set()
    recalled = COURSE.recalled(PLANS[count])
    for meeting, missing in zip(PLANS[count], recalled, strict=True):
        taught |= meeting.places
        known = {s for place in taught for s in COURSE.sections[place].statements} | set(missing)
        for label in (*meeting.homework, *in_class(meeting)):
            chapter, _, needs = COURSE.exercises[label]
            assert chapter in {place[0] for place in taught}, (meeting.title, label)
            assert needs <= known, (meeting.title, label, needs - known)
        assert not seen & set(meeting.homework)
        seen |= set(meeting.homework)


def test_the_command_of_a_meeting_sets_its_homework():
    for count, plan in PLANS.items():
        own = 0
        for k, meeting in enumerate(plan, 1):
            line = teaching.command(COURSE, k, meeting)
            given = _parser().parse_args(line.split()[3:])
            found = exercises.find(given.exercises)
            assert tuple(e.label for e in found) == meeting.homework
            assert given.variants == any(e.label in varied() for e in found)
            shown = teaching.meeting(COURSE, k, meeting, [])
            assert line in shown and shown.count("(with a variant)") == sum(
                e.label in varied() for e in found
            )
            own += given.variants
        assert own >= count // 3, count  # a third of the meetings or more have some
    margins = PLANS[8][2]
    assert "ex-c3-three` (with a variant)" in teaching.meeting(COURSE, 3, margins, [])


def in_class(meeting):
    """Return the exercises that the steps of a meeting name."""
    said = " ".join(step.do for step in meeting.steps)
    return [label for label in COURSE.exercises if f"`{label}`" in said]


def test_no_exercise_that_a_plan_names_is_missing_from_the_book():
    for plan in PLANS.values():
        for meeting in plan:
            for step in meeting.steps:
                assert set(re.findall(r"\{ref\}`(ex-[\w-]+)`", step.do)) <= set(COURSE.exercises)


def test_what_is_left_out_is_computed_from_the_references():
    place = COURSE.place("1 The best margin is a distance")
    assert "thm-c3-near" in COURSE.broken(place)  # as a lecturer found, and the page did not say
    assert COURSE.broken(COURSE.place("10 Your own optimizer")) == []
    for entry in COURSE.data["leave_out"]:
        COURSE.place(entry["section"])
    margins = PLANS[8][2]
    assert "thm-duality" in COURSE.recalled(PLANS[8])[2] and margins.title == "Margins"
    assert "thm-duality" not in COURSE.recalled(PLANS[12])[3]  # taught in the second meeting


def test_sections_have_the_numbers_that_the_pages_show():
    assert COURSE.numbers.keys() >= COURSE.sections.keys()
    assert COURSE.numbers[COURSE.place("3 How bad can it be?")] == "3.2"
    assert COURSE.numbers[COURSE.place("3 Change it")] == "3.12.1"
    for chapter in COURSE.texts:
        numbers = [n for place, n in COURSE.numbers.items() if place[0] == chapter]
        assert len(set(numbers)) == len(numbers) and numbers[0] == f"{chapter}.1"


def test_a_chapter_uses_only_earlier_ones():
    uses = COURSE.uses()
    assert uses[1] == {} and 3 in uses[9] and list(uses) == list(range(1, 11))
    assert all(other < chapter for chapter, used in uses.items() for other in used)


def test_what_does_not_exist_is_named():
    with pytest.raises(ValueError, match="no plan for 5 meetings, but for 4, 8, 12"):
        COURSE.plan(5)
    with pytest.raises(ValueError, match="no section '3 Nothing'; chapter 3 has: .*Insist on more"):
        COURSE.place("3 Nothing")
    with pytest.raises(ValueError, match="no section '4 thm-novikoff'"):
        COURSE.place("4 thm-novikoff")
