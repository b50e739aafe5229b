"""``python -m ptronlib.mnist`` fetches what is missing, verifies all and prints the folder."""

import argparse

from .load import MNISTError, obtain


def main() -> None:
    """Fetch the four files of MNIST, unless they are there, and say where they are."""
    argparse.ArgumentParser(
        prog="python -m ptronlib.mnist",
        description="Fetch the four files of MNIST, 11 MB, unless they are there already; verify "
        "them by their hashes; print the folder.",
        epilog="The environment variable PTRONLIB_DATA names another folder.",
    ).parse_args()
    try:
        folder, contents = obtain()
    except MNISTError as error:
        raise SystemExit(str(error)) from None
    print(f"MNIST: {len(contents)} files, verified, in {folder}")


if __name__ == "__main__":
    main()
