import gpukb


def test_the_front_door_lists_what_can_be_imported():
    assert all(getattr(gpukb, name).__name__ == name for name in gpukb.__all__)
    assert set(gpukb.__all__) == set(gpukb._HOMES)


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(gpukb, "KnowledgeBases")
