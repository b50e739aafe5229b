"""What a built page names and where it points, found in one pass."""

from collections import Counter
from html.parser import HTMLParser

POINTS = {"a": "href", "link": "href", "script": "src", "img": "src", "use": "href"}


class Page(HTMLParser):
    """The ids of a page, its addresses with their elements, and how often each element occurs."""

    def __init__(self, html: str):
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[tuple[str, str]] = []
        self.elements: Counter = Counter()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        own = dict(attrs)
        self.elements[tag] += 1
        if "id" in own:
            self.ids.append(own["id"])
        if POINTS.get(tag) in own:
            self.addresses.append((tag, own[POINTS[tag]]))
