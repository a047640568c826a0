"""``python -m tabletop_envs``."""

import sys

from tabletop_envs.cli import main

sys.exit(main())
