"""What every benchmark says of itself: the machine, the commit, and whether the bars were reached."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results"


@dataclass(frozen=True, slots=True)
class Bar:
    """What a number must at least be, or at most."""

    asked: float
    most: bool = False

    def against(self, reached: float | None) -> dict[str, object]:
        """The bar beside what was reached; `met` is None when it could not be tried."""
        met = None if reached is None else reached <= self.asked if self.most else reached >= self.asked
        return {"asked": self.asked, "reached": reached, "met": met}


def machine() -> dict[str, object]:
    """What the numbers were measured on, and how busy it was."""
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return {
        "python": platform.python_version(),
        "system": platform.system(),
        "cpu": platform.machine(),
        "cores": os.cpu_count(),
        "load": load,
    }


def commit() -> str:
    """The short name of the commit that was measured, marked when files have changed since."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=ROOT, check=False)
    return done.stdout.strip() or "unknown"


def tell(name: str, told: Mapping[str, object], *, save: bool) -> None:
    """Print the numbers and keep them when asked; exit code 1 when a bar was missed."""
    text = json.dumps(told, indent=1, ensure_ascii=False)
    print(text)
    if save:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}-{commit()}.json").write_text(text + "\n", encoding="utf-8")
    bars = told["bars"]
    assert isinstance(bars, dict)
    missed = [bar for bar, result in bars.items() if result["met"] is False]
    if missed:
        raise SystemExit(f"missed: {', '.join(missed)}")
