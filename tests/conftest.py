"""Settings of all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples every time. The first one may have to wait for the compiler.
settings.register_profile(
    "project", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("project")
