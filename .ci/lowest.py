"""Prints the lowest declared version of every dependency of the core and of the extras named, for pip.

The declaration in pyproject.toml is the only list; the metadata of the installed project repeats it.
"""

import importlib.metadata
import sys

from packaging.requirements import Requirement

for need in map(Requirement, importlib.metadata.requires("tabletop-envs") or []):
    if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in sys.argv[1:]):
        (version,) = (bound.version for bound in need.specifier if bound.operator == ">=")
        print(f"{need.name}=={version}")
