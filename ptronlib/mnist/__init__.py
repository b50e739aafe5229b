"""Handwritten digits, and a network with one hidden layer that reads them, as arrays.

Run ``python -m ptronlib.mnist`` to fetch and verify the files and print where they are.
`ptronlib.torch` trains such networks.
"""

from .load import MNIST, MNISTError, load_mnist
from .network import Network, margins, signs

__all__ = ["MNIST", "MNISTError", "Network", "load_mnist", "margins", "signs"]
