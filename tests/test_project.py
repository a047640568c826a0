"""What holds for the project as a whole: who imports whom, what an import costs, the version, the command."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tabletop_envs.cli
from tests.games.auction import INSTALLED

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "tabletop_envs": set(),
    "tt_env": {"tabletop_envs"},
    "carc_gold_env": {"tabletop_envs"},
}
"""What each package may import of the others."""
GAMES = ("tt_env", "carc_gold_env")
HEAVY = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "pygame", "matplotlib", "resvg_py", "pandas")


def sources(package: str) -> dict[str, Path]:
    """Module name -> file, for every module of a package."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = {name: path for package in PACKAGES for name, path in sources(package).items()}


def imports(path: Path) -> set[str]:
    """The modules that a file names in import statements, those inside functions too, but not those for types only."""

    def walk(node: ast.AST) -> set[str]:
        found: set[str] = set()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found |= {alias.name for alias in child.names}
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}:{child.lineno}: imports are absolute"
                module = child.module or ""
                named = {f"{module}.{alias.name}" for alias in child.names}
                found |= {name if name in MODULES else module for name in named}
            elif not for_types_only(child):
                found |= walk(child)
        return found

    return walk(ast.parse(path.read_text(encoding="utf-8")))


def for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def python(code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter in another folder, with this checkout on its path."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments, "-c", code], cwd=folder, env=environment, capture_output=True, text=True
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_in_one_direction(package: str) -> None:
    for name, path in sources(package).items():
        used = {module.partition(".")[0] for module in imports(path)}
        forbidden = set(PACKAGES) - PACKAGES[package] - {package} | {"tests", "benchmarks"}
        assert not used & forbidden, f"{name} imports {used & forbidden}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_itself_without_circles(package: str) -> None:
    graph = {
        name: {other for other in imports(path) if other in MODULES and other != name}
        for name, path in sources(package).items()
    }
    assert list(TopologicalSorter(graph).static_order())  # raises CycleError


def test_only_one_file_imports_numba_and_one_folder_torch() -> None:
    for name, path in MODULES.items():
        used = {module.partition(".")[0] for module in imports(path)}
        assert "numba" not in used or name == "tabletop_envs.jit", name
        with_torch = used & {"torch", "stable_baselines3", "sb3_contrib"}
        assert not with_torch or name.startswith("tabletop_envs.learning"), name


def test_only_the_command_line_imports_the_trainer() -> None:
    """Compiled code is kept as long as no source but the trainer's changes, so none may depend on it."""
    for name, path in MODULES.items():
        if not name.startswith("tabletop_envs.learning") and name != "tabletop_envs.cli":
            assert not any(module.startswith("tabletop_envs.learning") for module in imports(path)), name


@pytest.mark.parametrize("game", GAMES)
def test_importing_a_game_imports_nothing_heavy_and_no_other_game(game: str, tmp_path: Path) -> None:
    others = [other for other in GAMES if other != game]
    code = f"import sys, {game}, tabletop_envs; print([m for m in {[*HEAVY, *others]} if m in sys.modules])"
    result = python(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("game", GAMES)
def test_importing_a_game_compiles_nothing(game: str, tmp_path: Path) -> None:
    code = (
        "import os; os.environ['NUMBA_CACHE_DIR'] = os.getcwd()\n"
        f"import {game}\n"
        "print([name for _, _, names in os.walk('.') for name in names])"
    )
    result = python(code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert (result.stdout.strip(), result.stderr) == ("[]", "")


@pytest.mark.parametrize(
    "name", sorted(name for name, path in MODULES.items() if "np.dtype(" in path.read_text("utf-8"))
)
def test_a_field_of_length_one_is_written_as_a_shape(name: str) -> None:
    """numpy before 2.0 reads ``("name", type, 1)`` as a scalar, later ones as an array of length 1."""
    module = vars(importlib.import_module(name))
    for call in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "np.dtype":
            for field in ast.walk(call):
                if isinstance(field, ast.Tuple) and len(field.elts) == 3:
                    text = ast.unparse(field.elts[2])
                    assert eval(text, module) != 1, f"{name}: {ast.unparse(field)}; write ({text},)"


def test_the_lowest_versions_are_those_declared() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (block,) = re.findall(r"^dependencies = \[(.*?)^\]", text, re.DOTALL | re.MULTILINE)
    declared = sorted("==".join(pair) for pair in re.findall(r'"(\w+)>=([\d.]+)', block))
    script = [sys.executable, ROOT / ".ci" / "lowest.py"]
    assert subprocess.run(script, capture_output=True, text=True, check=True).stdout.split() == declared
    assert declared


def test_version_is_that_of_the_changelog() -> None:
    version = importlib.metadata.version("tabletop-envs")
    newest = re.search(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_contributing_names_what_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:tabletop_envs|tt_env|carc_gold_env|tests|docs|training)/[\w/.]+)`", text))
    assert len(named) > 10
    assert not [path for path in named if not (ROOT / path).exists()]


def test_every_package_is_typed() -> None:
    assert all((ROOT / package / "py.typed").is_file() for package in PACKAGES)


def wrong_packages(folder: Path) -> None:
    for package in (*PACKAGES, "training", "env_core"):
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text("raise SystemExit('this is the wrong package')\n")


def wrong_modules(folder: Path) -> None:
    for module in (*PACKAGES, "training", "env_core", "cli", "games", "learning"):
        (folder / f"{module}.py").write_text("raise SystemExit('this is the wrong module')\n")


@pytest.mark.parametrize("write", [wrong_packages, wrong_modules])
def test_command_is_not_shadowed_by_what_lies_in_the_working_directory(
    write: Callable[[Path], None], tmp_path: Path
) -> None:
    write(tmp_path)
    script = Path(sysconfig.get_path("scripts")) / ("tabletop-envs.exe" if os.name == "nt" else "tabletop-envs")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    for arguments in (["--help"], ["evaluate", "--help"], ["evaluate", "tiny-towns", "--help"]):
        result = subprocess.run([script, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        assert "evaluate" in result.stdout


@pytest.mark.parametrize("module", ["training", "env_core", "cli", "games", "learning"])
def test_a_users_module_of_a_plain_name_is_never_imported(module: str, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text("raise SystemExit('this is the wrong module')\n")
    code = "from tabletop_envs.cli import main; main(['evaluate', 'auction', '--agent', 'random', '--games', '2'])"
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(map(str, (INSTALLED, ROOT))),
    }
    command = [sys.executable, "-c", code]  # the working directory comes first on the path
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "random against random" in result.stdout


def test_command_is_the_module() -> None:
    (command,) = importlib.metadata.distribution("tabletop-envs").entry_points.select(group="console_scripts")
    assert (command.name, command.load()) == ("tabletop-envs", tabletop_envs.cli.main)
    assert "from tabletop_envs.cli import main" in (ROOT / "tabletop_envs" / "__main__.py").read_text(encoding="utf-8")
