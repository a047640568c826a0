"""Compiled code between processes: whose files are believed, and what a broken cache may do (nothing)."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop_envs import code_cache, jit
from tabletop_envs.code_cache import Found, Root, roots, save

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
compiled = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
SOMEBODY = 54321


def load(places: list[Root], folder: str, name: str, key: bytes) -> bytes | None:
    """What was kept, without its path."""
    found = code_cache.load(places, folder, name, key)
    return None if found is None else found.data


@pytest.fixture
def places(tmp_path: Path) -> list[Root]:
    return [Root(tmp_path / "first", 0o700), Root(tmp_path / "second", 0o700)]


def kept(places: list[Root]) -> Path:
    """The one file that a save leaves."""
    assert save(places, "game", "rules", b"key", b"code")
    return places[0].path / "game" / "rules"


def test_code_comes_back_under_its_name_and_key_alone(places: list[Root]) -> None:
    kept(places)
    assert load(places, "game", "rules", b"key") == b"code"
    assert load(places, "game", "rules", b"other key") is None
    assert load(places, "game", "other rules", b"key") is None
    assert load(places, "other game", "rules", b"key") is None
    assert save(places, "game", "rules", b"other key", b"new code")
    assert load(places, "game", "rules", b"key") is None
    assert load(places, "game", "rules", b"other key") == b"new code"
    assert os.listdir(places[0].path / "game") == ["rules"]


def test_a_later_place_is_read_and_written_when_the_first_cannot_be(places: list[Root]) -> None:
    (places[0].path).write_text("a file where a folder should be")
    assert save(places, "game", "rules", b"key", b"code")
    assert (places[1].path / "game" / "rules").is_file()
    assert load(places, "game", "rules", b"key") == b"code"


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:1],
        lambda whole: whole[:32],
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: whole[:-1] + b"\0",
        lambda whole: b"\0" + whole[1:],
        lambda whole: bytes(len(whole)),
    ],
)
def test_a_damaged_file_counts_as_missing_and_is_replaced(places: list[Root], damage: Callable[[bytes], bytes]) -> None:
    path = kept(places)
    path.write_bytes(damage(path.read_bytes()))
    assert load(places, "game", "rules", b"key") is None
    kept(places)
    assert load(places, "game", "rules", b"key") == b"code"


def _loop(path: Path) -> None:
    path.symlink_to(path)


@posix
@pytest.mark.parametrize("obstacle", [Path.mkdir, os.mkfifo, _loop], ids=["folder", "pipe", "loop"])
def test_what_is_no_file_counts_as_missing(places: list[Root], obstacle: Callable[[Path], Any]) -> None:
    path = kept(places)
    path.unlink()
    obstacle(path)
    assert load(places, "game", "rules", b"key") is None
    assert save(places, "game", "rules", b"key", b"code")


def _linked(path: Path) -> None:
    real = path.rename(path.with_name("elsewhere"))
    path.symlink_to(real)


def _sold(path: Path) -> None:
    os.chown(path, SOMEBODY, SOMEBODY)


SPOILED: list[Callable[[Path], None]] = [
    lambda path: path.chmod(0o777),
    lambda path: path.chmod(0o770),
    lambda path: path.chmod(0o722),
    _linked,
    pytest.param(_sold, marks=pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs root")),
]


@posix
@pytest.mark.parametrize("spoil", SPOILED)
@pytest.mark.parametrize("part", ["first", "first/game"])
def test_a_folder_that_others_can_write_to_is_neither_read_nor_written(
    places: list[Root], tmp_path: Path, part: str, spoil: Callable[[Path], None]
) -> None:
    path = kept(places)
    before = path.read_bytes()
    spoil(tmp_path / part)
    assert load(places, "game", "rules", b"key") is None
    assert save(places, "game", "rules", b"key", b"new code")
    assert path.read_bytes() == before
    assert load(places[1:], "game", "rules", b"key") == b"new code"


@posix
@pytest.mark.parametrize("spoil", SPOILED)
def test_a_file_that_others_can_write_to_counts_as_missing(places: list[Root], spoil: Callable[[Path], None]) -> None:
    spoil(kept(places))
    assert load(places, "game", "rules", b"key") is None
    kept(places)
    assert load(places, "game", "rules", b"key") == b"code"


@posix
def test_files_of_another_user_are_not_believed_but_those_of_root_are(
    places: list[Root], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(places)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: SOMEBODY)
    assert load(places, "game", "rules", b"key") == (b"code" if owner == 0 else None)


@posix
@pytest.mark.parametrize(("mode", "trusted"), [(0o777, False), (0o1777, True), (0o775, True)])
def test_nothing_is_kept_where_everybody_may_rename_it(tmp_path: Path, mode: int, trusted: bool) -> None:
    (tmp_path / "open" / "below").mkdir(parents=True)
    (tmp_path / "open").chmod(mode)
    for root in (tmp_path / "open" / "cache", tmp_path / "open" / "below" / "cache"):
        assert bool(save([Root(root, 0o700)], "game", "rules", b"key", b"code")) == trusted
        assert load([Root(root, 0o700)], "game", "rules", b"key") == (b"code" if trusted else None)


@posix
def test_folders_are_made_for_their_owner_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        for mode in (0o700, 0o755):
            root = Root(tmp_path / str(mode), mode)
            assert save([root], "game", "rules", b"key", b"code")
            assert [os.stat(path).st_mode & 0o777 for path in (root.path, root.path / "game")] == [mode, mode]
            assert os.stat(root.path / "game" / "rules").st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


@posix
@pytest.mark.parametrize("room", [0, 1, 40, 99_999])
def test_a_full_disk_keeps_nothing_and_leaves_nothing(tmp_path: Path, room: int) -> None:
    import resource

    root = Root(tmp_path / "cache", 0o700)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))  # writing more raises OSError
    try:
        assert not save([root], "game", "rules", b"key", bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert load([root], "game", "rules", b"key") is None
    assert os.listdir(root.path / "game") == []


def test_an_error_of_any_file_operation_means_that_nothing_is_kept(
    places: list[Root], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    for owner, name in [(os, "makedirs"), (os, "lstat"), (os, "replace"), (os, "chmod"), (os, "open"), (os, "fstat")]:
        kept(places)
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, refuse)
            result = save(places, "game", "rules", b"key", b"new"), load(places, "game", "rules", b"key")
        assert result[0] is None or name in ("open", "fstat"), name
        assert result[1] in (None, b"code", b"new"), name


@posix
def test_an_unknown_user_without_a_home_gets_no_folder_named_like_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import pwd

    def unknown(_: int) -> Any:
        raise KeyError("uid not found")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    for home in (None, "", "~", "somewhere", "~/x"):
        for name, value in (("HOME", home), ("XDG_CACHE_HOME", home)):
            monkeypatch.delenv(name, raising=False) if value is None else monkeypatch.setenv(name, value)
        places = roots()
        assert places[-1].path == tmp_path / "tmp" / f"tabletop-envs-{os.geteuid()}"
        assert all(place.path.is_absolute() for place in places)
        assert not any(tmp_path in place.path.parents for place in places[:-1])


@posix
def test_places_in_a_working_directory_that_is_gone_do_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setenv("TMPDIR", "tmp")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert [place.path for place in roots("cache")] == [tmp_path / "tabletop-envs"]


@posix
def test_the_places_in_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(code_cache.sys, "platform", "linux")
    monkeypatch.delenv("TMPDIR", raising=False)
    home = Root(tmp_path / "home" / ".cache" / "tabletop-envs", 0o700)
    temporary = Root(Path("/tmp") / f"tabletop-envs-{os.geteuid()}", 0o700)
    assert roots() == [home, temporary]
    assert roots(str(tmp_path)) == [Root(tmp_path / "tabletop-envs", 0o755), home, temporary]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert roots()[0] == Root(tmp_path / "xdg" / "tabletop-envs", 0o700)


def double(x: Any) -> Any:
    return 2 * x


class Bomb:
    """What an attacker would leave: whoever unpickles it makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.fixture
def here(places: list[Root], monkeypatch: pytest.MonkeyPatch) -> list[Root]:
    monkeypatch.setattr(jit, "_roots", lambda: places)
    return places


def again() -> tuple[int, int]:
    """Compiles or loads a function as a new process would; tells how often it did which."""
    function: Any = jit.jit(double)
    assert function(21) == 42
    return sum(function.stats.cache_misses.values()), sum(function.stats.cache_hits.values())


@compiled
def test_a_function_is_compiled_once(here: list[Root]) -> None:
    assert [again(), again(), again()] == [(1, 0), (0, 1), (0, 1)]


@compiled
@pytest.mark.parametrize("size", [0, 1, 40, 2000])
def test_a_function_is_compiled_again_when_its_file_is_cut(here: list[Root], size: int) -> None:
    again()
    (path,) = [path for path in here[0].path.rglob("*") if path.is_file()]
    os.truncate(path, size)
    assert [again(), again()] == [(1, 0), (0, 1)]


@compiled
def test_a_function_is_compiled_where_nothing_can_be_kept(here: list[Root]) -> None:
    del here[:]
    assert [again(), again()] == [(1, 0), (1, 0)]


@compiled
def test_a_function_is_compiled_again_when_what_was_kept_is_no_code(
    here: list[Root], monkeypatch: pytest.MonkeyPatch
) -> None:
    for content in (b"", b"no pickle", pickle.dumps(None), pickle.dumps((1, 2))):
        monkeypatch.setattr(code_cache, "load", lambda *_, content=content: Found(Path(), content))
        assert again() == (1, 0)


@compiled
@posix
def test_what_others_left_is_never_run(here: list[Root], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again()
    mark = tmp_path / "mark"
    with monkeypatch.context() as patch:
        patch.setattr(jit, "dumps", lambda _: pickle.dumps(Bomb(mark)))
        (path,) = [path for path in here[0].path.rglob("*") if path.is_file()]
        path.unlink()
        again()
    here[0].path.chmod(0o777)
    again()
    assert not mark.exists()
    here[0].path.chmod(0o700)
    again()
    assert mark.exists(), "the trap itself has to work"
