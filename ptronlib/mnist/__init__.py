"""Handwritten digits, and the network with one hidden layer that learns to read them.

Run ``python -m ptronlib.mnist`` to fetch and verify the files and print where they are.
"""

from .load import MNIST, MNISTError, load_mnist
from .network import Network, beta_loss, margins, pulls, signs
from .training import Plan, Training, train

__all__ = [
    "MNIST", "MNISTError", "Network", "Plan", "Training", "beta_loss", "load_mnist", "margins",
    "pulls", "signs", "train",
]  # fmt: skip
