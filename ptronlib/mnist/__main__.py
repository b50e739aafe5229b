"""``python -m ptronlib.mnist`` fetches what is missing, verifies all and prints the folder."""

from .load import MNISTError, obtain

if __name__ == "__main__":
    try:
        folder, contents = obtain()
    except MNISTError as error:
        raise SystemExit(str(error)) from None
    print(f"MNIST: {len(contents)} files, verified, in {folder}")
