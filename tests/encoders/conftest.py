import pytest

from gpukb.encoders.e5 import E5
from gpukb.encoders.e5_folder import cache_home


@pytest.fixture(scope="session")
def e5():
    return E5()


@pytest.fixture(scope="session")
def e5_folder(e5):
    e5.load()
    from gpukb.encoders.e5_folder import ensure_folder

    return ensure_folder(cache_home())
