"""The version of gpukb that is installed."""

from importlib.metadata import version

VERSION = version("gpukb")
