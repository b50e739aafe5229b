"""Where the nodes and the lines of the map of the book are: a band a chapter, rows within it.

Every line runs downwards.  From a node it drops into the channel below the node's row; if its end
is further down, it goes on through a gutter between two columns into the channel above the end.
All lines that leave one node share a lane in each channel and one place in a gutter.
"""

from __future__ import annotations

COLUMNS, WIDTH, HEIGHT, GUTTER = 3, 180, 56, 36
HEADING, MARGIN, LANE = 40, 11, 6  # of a chapter; of a channel; between two lines
PIN = 13  # between two lines that end at one node
CROWD = 0.7  # what a line in a gutter costs the next one, in columns


class Layout:
    """Where the nodes and lines are; all numbers are pixels."""

    def __init__(self, statements):
        self.statements = statements
        self.cells = {}  # label -> (row, column)
        self.headings = {}  # row -> page
        self._place()
        self.rows = 1 + max(row for row, _ in self.cells.values())
        self.trunks = {}
        for label in statements:
            self.trunks[label] = self._trunk(label)
        self._lanes()
        self.tops, y = [], 0
        for row in range(self.rows):
            y += HEADING * (row in self.headings)
            self.tops.append(y)
            y += HEIGHT + 2 * MARGIN + LANE * max(0, self.lane_counts[row] - 1)
        self.height, self.width = y, COLUMNS * WIDTH + (COLUMNS + 1) * GUTTER

    def _place(self):
        """Fill row after row with statements whose grounds stand above; first those with heirs."""
        row = 0
        for page in dict.fromkeys(s.page for s in self.statements.values()):
            self.headings[row] = page
            here = [s.label for s in self.statements.values() if s.page == page]
            while here:
                free = [a for a in here if not set(self.statements[a].rests_on) & set(here)]
                if not free:
                    raise ValueError(f"These rest on each other in a circle: {', '.join(here)}.")
                free.sort(key=lambda a: not set(self.targets(a)) & set(here))
                chosen = [a for a in here if a in free[:COLUMNS]]
                self._fill(row, chosen)
                here = [a for a in here if a not in chosen]
                row += 1

    def _fill(self, row, labels):
        """Put the statements of a row below what they rest on, as far as there is room."""
        wishes, free = [], list(range(COLUMNS))
        for label in labels:
            above = [self.cells[a][1] for a in self.statements[label].rests_on]
            wishes.append(sum(above) / len(above) if above else 0)
        taken = []
        for wish in wishes:
            taken.append(min(free, key=lambda c: (abs(c - wish), c)))
            free.remove(taken[-1])
        order = sorted(range(len(labels)), key=lambda k: wishes[k])  # equal wishes: as in the book
        for k, column in zip(order, sorted(taken), strict=True):
            self.cells[labels[k]] = row, column

    def targets(self, label):
        """Return the statements that rest on this one."""
        return [s.label for s in self.statements.values() if label in s.rests_on]

    def _far(self, label):
        return [a for a in self.targets(label) if self.cells[a][0] > self.cells[label][0] + 1]

    def _trunk(self, label):
        """Choose the gutter, left or right of the node: the shorter way, but not a full one."""
        if not (far := self._far(label)):
            return None
        row, column = self.cells[label]

        def cost(gutter):
            way = sum(abs(self.cells[a][1] + 0.5 - gutter) for a in far)
            return way + CROWD * sum(g == gutter and self._last(a) > row for a, g in known)

        known = [(a, gutter) for a, gutter in self.trunks.items() if gutter is not None]
        return min((column, column + 1), key=cost)

    def _last(self, label):
        return max(self.cells[a][0] for a in self._far(label))

    def _lanes(self):
        """Give the lines of each node their own lane in every channel and gutter they use."""
        self.lane, self.place, self.lane_counts = {}, {}, []
        for row in range(self.rows):
            users = [a for a in self.statements if row in self._channels(a)]
            self.lane |= {(a, row): k for k, a in enumerate(users)}
            self.lane_counts.append(len(users))
        for gutter in range(COLUMNS + 1):
            ends = []  # the last row of the lines that hold each place
            for a in (a for a, chosen in self.trunks.items() if chosen == gutter):
                first = self.cells[a][0]
                k = next((k for k, end in enumerate(ends) if end <= first), len(ends))
                ends[k : k + 1] = [self._last(a)]
                self.place[a] = k

    def _channels(self, label):
        own = self.cells[label][0]
        ends = {self.cells[a][0] - 1 for a in self.targets(label) if not self._straight(label, a)}
        return ends | ({own} if ends else set())

    def _straight(self, a, b):
        (row, column), end = self.cells[a], self.cells[b]
        return end == (row + 1, column)

    def corner(self, label):
        """Return the upper left corner of a node."""
        row, column = self.cells[label]
        return GUTTER + column * (WIDTH + GUTTER), self.tops[row]

    def _pin(self, a, b):
        """Return where on b's upper side the line from a ends; the middle is for a node above."""
        bent = [s for s in self.statements[b].rests_on if not self._straight(s, b)]
        bent.sort(key=lambda s: self._arrives_from(s, b))
        left = [s for s in bent if self._arrives_from(s, b) < self.corner(b)[0] + WIDTH / 2]
        right = [s for s in reversed(bent) if s not in left]
        middle = self.corner(b)[0] + WIDTH / 2
        if self._straight(a, b):
            return middle
        side, sign = (left, -1) if a in left else (right, 1)
        return middle + sign * PIN * (len(side) - side.index(a))

    def _arrives_from(self, a, b):
        far = self.cells[b][0] > self.cells[a][0] + 1
        return self._trunk_x(a) if far else self.corner(a)[0] + WIDTH / 2

    def _trunk_x(self, label):
        left = self.trunks[label] * (WIDTH + GUTTER)
        return left + GUTTER / 2 + LANE * (-1) ** self.place[label] * ((self.place[label] + 1) // 2)

    def _lane_y(self, label, row):
        return self.tops[row] + HEIGHT + MARGIN + LANE * self.lane[label, row]

    def line(self, a, b):
        """Return the corners of the line from a down to b."""
        x, y = self.corner(a)
        x, y = x + WIDTH / 2, y + HEIGHT
        end = self._pin(a, b), self.corner(b)[1] - 1
        if self._straight(a, b):
            return [(x, y), end]
        row, last = self.cells[a][0], self.cells[b][0] - 1
        points = [(x, y), (x, self._lane_y(a, row))]
        if last > row:
            trunk = self._trunk_x(a)
            points += [(trunk, self._lane_y(a, row)), (trunk, self._lane_y(a, last))]
        return [*points, (end[0], self._lane_y(a, last)), end]
