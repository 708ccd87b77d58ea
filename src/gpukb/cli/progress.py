"""Progress of a long task → one moving bar on stderr, when someone is there to see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gpukb.cli.output import Output, one_line

Progress = Callable[[int, int, str], None]  # done, total, what is being done


@contextmanager
def progress_on(output: Output) -> Iterator[Progress | None]:
    """A function that moves the bar, or None when nobody looks. A new text starts a new bar."""
    if not output.shows_progress:
        yield None
        return
    from rich.console import Console  # 60 ms, paid only at a terminal
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bars(*columns, console=Console(file=output.err), transient=True) as bars:
        tasks = {}

        def move(done: int, total: int, text: str) -> None:
            if text not in tasks:
                tasks[text] = bars.add_task(one_line(text).replace("[", r"\["), total=total)
            bars.update(tasks[text], completed=done, total=total)

        yield move
