"""What `bench.bars` says of a set."""

from bench.bars import interval, row, table

from gpukb.evaluate import Run

ON = Run({"queries": 2, "ndcg@10": 0.9}, {"a": 1.0, "b": 0.8})
OFF = Run({"queries": 2, "ndcg@10": 0.87}, {"a": 0.94, "b": 0.8})


def test_a_set_is_told_with_its_interval_and_whether_it_reached_its_bars():
    told = row("hotpotqa100", ON, OFF)
    assert told["interval"] == [0.8, 1.0]
    assert told["bars"]["ndcg@10"] == {"asked": 0.89, "reached": 0.9, "met": True}
    assert told["bars"]["graph_gain"] == {"asked": 0.04, "reached": 0.03, "met": False}
    assert row("musique100", ON, OFF)["bars"]["graph_gain"]["met"]
    assert "| hotpotqa100 (2) | 0.890 | 0.900 | 0.800 to 1.000 | 0.870 | +0.030 |" in table({"hotpotqa100": told})


def test_the_interval_of_equal_values_is_their_value():
    assert interval([0.5, 0.5, 0.5]) == [0.5, 0.5]
