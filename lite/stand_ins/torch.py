"""The operations of PyTorch that the network of chapter 10 asks for, on numpy's arrays.

PyTorch cannot be installed in a browser. With this module in its place `ptronlib.neural`, which
computes its gradients itself, trains there too; nothing else of PyTorch is here.
"""

from types import SimpleNamespace

import numpy as np

print("There is no PyTorch in the browser: numpy does its part here, more slowly.")

inf = np.inf
int64, bool = np.dtype(np.int64), np.dtype(np.bool_)


def _along(name):
    """Return the method of an array that takes `dim` for `axis`."""
    method = getattr(np.ndarray, name)

    def reduced(self, axis=None, *rest, dim=None, **options):
        return method(self, axis if dim is None else dim, *rest, **options)

    return reduced


class Tensor(np.ndarray):
    """An array whose methods have PyTorch's names too; those that end in _ change it."""

    device = SimpleNamespace(type="cpu")
    sum, any, argmax, amax = (_along(name) for name in ("sum", "any", "argmax", "max"))

    def is_complex(self):
        return np.iscomplexobj(self)

    def numel(self):
        return self.size

    def numpy(self):
        return self.view(np.ndarray)

    def cpu(self):
        return self

    def to(self, device):
        return self

    def clone(self):
        return self.copy()

    def t(self):
        return self.T

    def float(self):
        return self.astype(np.float32)

    def bool(self):
        return self.astype(np.bool_)

    def masked_fill(self, mask, value):
        return np.where(mask, value, self).astype(self.dtype).view(Tensor)

    def add_(self, other):
        self += other
        return self

    def sub_(self, other):
        self -= other
        return self

    def mul_(self, other):
        self *= other
        return self

    def addmm_(self, left, right):
        self += left @ right
        return self


def from_numpy(array):
    return array.view(Tensor)


def as_tensor(values, device=None):
    return np.asarray(values).view(Tensor)


tensor = as_tensor


class device:  # noqa: N801  (torch's name)
    """The one that is there."""

    type = "cpu"

    def __init__(self, name):
        if str(getattr(name, "type", name)) != "cpu":
            raise RuntimeError("a browser computes on its CPU alone")


def set_num_threads(count):
    """There is one thread in any case."""


def cat(parts):
    return np.concatenate(parts).view(Tensor)


def relu(values):
    return np.maximum(values, 0)


def relu_(values):
    return np.maximum(values, 0, out=values)


def quantile(values, levels):
    return np.quantile(values, levels)


def _one_hot(digits, count):
    return (np.asarray(digits)[..., None] == np.arange(count)).astype(np.int64).view(Tensor)


nn = SimpleNamespace(functional=SimpleNamespace(one_hot=_one_hot))
linalg = SimpleNamespace(vector_norm=np.linalg.norm)
