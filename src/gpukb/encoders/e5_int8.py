"""A matrix product's weights and the range of its input → the int8 weights and scales of the same product.

Channels of one activation differ up to twentyfold, and one scale for all would drown the small ones. So each channel is divided by a number
of its own and the weights' rows are multiplied by it: the product stays the same, the channels become alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpukb.encoders.e5_weights import Floats

INT8_MAX, UINT8_MAX = 127, 255
# Processors without VNNI add two products in 16 bits and clip the sum; 255 × (64 + 64) still fits. Half the steps cost a mean cosine of
# .0005 and give the same vectors on every machine; with 127, one pair in 40,000 was clipped there.
WEIGHT_MAX = 64
# All three were chosen by cosine to float32 over 201 texts (encyclopaedia, questions, technical notes, four languages): mean .9989, least
# .9979; one scale found anew for every batch, as onnxruntime's own quantisation does it, gave .9967 and .9923.
MARGIN = 1.1  # room above what calibration saw; what is beyond is clipped
FLOOR = 1.0  # times the median channel: one that calibration saw nearly silent may yet speak
BALANCE = 0.75  # how much of a channel's size moves from the activation to the weights
SMALLEST = 1e-6  # of a weight's column, so that a column of zeros divides nothing by zero
MIDDLE = 128  # the zero of a signed activation
GELU_ZERO, GELU_LOWEST = 32, 0.17  # Gelu never goes below -.17, so its zero stands low and the steps are finer


@dataclass(frozen=True, slots=True)
class Scaling:
    """How an activation becomes uint8: divide each channel by its divisor, then by the step, and add the zero."""

    divisor: Floats
    step: float
    zero: int


def scaling_of(largest: Floats, weight: Floats, *, gelu: bool = False) -> Scaling:
    """The scaling for an input with these largest values per channel, into this weight (out × in)."""
    top = np.maximum(largest.astype(np.float64), FLOOR * np.median(largest)) * MARGIN
    columns = np.maximum(np.abs(weight).max(axis=0).astype(np.float64), SMALLEST)
    divisor = top**BALANCE / columns ** (1 - BALANCE)
    divisor /= np.exp(np.log(divisor).mean())
    if gelu:
        step = max((top / divisor).max() / (UINT8_MAX - GELU_ZERO), (GELU_LOWEST / divisor).max() / GELU_ZERO)
    else:
        step = (top / divisor).max() / INT8_MAX
    return Scaling(divisor.astype(np.float32), float(step), GELU_ZERO if gelu else MIDDLE)


def int8_weight(weight: Floats) -> tuple[NDArray[np.int8], Floats]:
    """The weight (out × in) as int8 (in × out), and the scale of each output."""
    scale = np.maximum(np.abs(weight).max(axis=1), np.finfo(np.float32).tiny) / WEIGHT_MAX
    return np.rint(weight / scale[:, None]).astype(np.int8).T, scale.astype(np.float32)
