"""The beta loss in a network with one hidden layer: plans, training, checkpoints, many seeds."""

from .._extras import needs

with needs("torch"):
    from .batched import train_seeds
    from .checkpoint import write_whole
    from .images import resident
    from .loss import beta_loss, signs, slopes
    from .network import Network, margins
    from .plan import Plan, threshold
    from .training import Training, train

__all__ = [
    "Network",
    "Plan",
    "Training",
    "beta_loss",
    "margins",
    "resident",
    "signs",
    "slopes",
    "threshold",
    "train",
    "train_seeds",
    "write_whole",
]
