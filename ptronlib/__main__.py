"""``python -m ptronlib separable FILE --label COLUMN``: is my data separable?"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from .command import main

        sys.exit(main())
    except KeyboardInterrupt:  # before there was anything to interrupt
        sys.exit(130)
