import pytest
from llm.scripted import served


@pytest.fixture
def script():
    with served() as running:
        yield running
