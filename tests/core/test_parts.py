"""Pictures in pixels that are put together from parts: what is seen is the drawing, however it comes about."""

from __future__ import annotations

import importlib.util
import io
import itertools
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest

from carc_gold_env import carcassonne_gold_v0
from tabletop_envs.rendering import raster, svg, to_png, to_rgb
from tabletop_envs.rendering.kept import Kept
from tabletop_envs.rendering.parts import parts_of
from tt_env import tiny_towns_v0

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None or importlib.util.find_spec("PIL") is None,
    reason="the extra render is not installed",
)

GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "tiny_towns": (tiny_towns_v0, {"num_players": 2, "cavern": True}),
    "tiny_towns alone": (tiny_towns_v0, {"num_players": 1}),
    "fortune": (tiny_towns_v0, {"num_players": 5, "fortune": True}),
    "town_hall": (tiny_towns_v0, {"num_players": 3, "town_hall": True}),
    "carcassonne": (carcassonne_gold_v0, {"num_players": 3}),
}
SAMPLE = 1 / 4
"""What one of the rasteriser's four rows of samples in a pixel counts: an edge that lies on the border of such a row
may fall to either side when its box is moved by a whole number of pixels."""


def at_once(drawing: str) -> npt.NDArray[np.int16]:
    """The picture painted as a whole."""
    from PIL import Image

    with Image.open(io.BytesIO(to_png(drawing))) as image:
        return np.array(image.convert("RGB"), np.int16)


def check_same(drawing: str) -> None:
    """A picture from parts differs from the one painted at once by rounding, and in few pixels by a row of samples."""
    whole, joined = at_once(drawing), to_rgb(drawing)
    assert joined.shape == whole.shape
    difference = np.abs(joined - whole).max(axis=-1)
    assert difference.max() <= SAMPLE * 256
    assert (difference > 2).mean() < 1e-3
    assert difference.mean() < 0.2


def page(*parts: str) -> str:
    return svg.document(100, 50, "a test", [svg.symbol("dot", svg.circle(5, 5, 5, "#ff0000"))], *parts, scale=2)


def test_parts_lie_where_their_groups_are_moved_to() -> None:
    inner = svg.part(svg.use("dot"), x=3, y=4, width=10, height=10)
    outer = svg.part(svg.rect(0, 0, 20, 20, "#00ff00"), inner, x=10, y=20, scale=1.5, width=20, height=20)
    drawing = page(svg.rect(0, 0, 100, 50, "#0000ff"), svg.group(outer, x=30, y=2))
    found = parts_of(drawing)
    assert found is not None
    base, parts = found
    assert "#0000ff" in base
    assert "#00ff00" not in base
    places = [(part.left, part.top, part.width, part.height) for part in parts]
    assert places == [(74, 38, 72, 72), (83, 50, 42, 42)]
    assert ["#ff0000" in part.markup for part in parts] == [False, True]
    assert ["#00ff00" in part.markup for part in parts] == [True, False]
    check_same(drawing)


def test_the_same_part_elsewhere_has_the_same_markup() -> None:
    def markup(x: float, name: str) -> str:
        found = parts_of(page(svg.part(svg.title(name), svg.use("dot"), x=x, y=1, width=10, height=10)))
        assert found is not None
        return found[1][0].markup

    assert markup(1, "one") == markup(31, "two") != markup(31.1, "two")


def test_a_part_in_a_group_that_does_more_than_to_move_is_no_part() -> None:
    dot = svg.part(svg.use("dot"), x=3, y=4, width=10, height=10)
    for changed in (svg.group(dot, opacity=0.5), svg.element("g", dot, transform="rotate(20)")):
        drawing = page(svg.part(changed, svg.use("dot", 20), width=100, height=50))
        found = parts_of(drawing)
        assert found is not None
        assert len(found[1]) == 1
        check_same(drawing)


def test_an_overhang_moves_nothing() -> None:
    def picture(overhang: float) -> npt.NDArray[np.uint8]:
        return to_rgb(page(svg.part(svg.use("dot"), x=20, y=20, scale=2, width=10, height=10, overhang=overhang)))

    assert np.array_equal(picture(0), picture(4))


def test_what_is_no_drawing_of_ours_has_no_parts() -> None:
    for text in ("no drawing", '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', ""):
        assert parts_of(text) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_parts_looks_as_at_once(name: str) -> None:
    _check_game(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_moment_of_a_game_from_parts_looks_as_at_once(name: str) -> None:
    _check_game(name, 1000)


def _check_game(name: str, pictures: int) -> None:
    """So many pictures of a random game, from its beginning to its end."""
    module, options = GAMES[name]
    batch = module.batch(1, **options)
    batch.reset(11)
    drawings: list[str] = []
    while not batch.done[0]:
        drawings.append(batch.game.svg(batch.games))
        batch.step(batch.sample())
    compared = set(np.linspace(0, len(drawings) - 1, min(pictures, len(drawings)), dtype=int).tolist())
    for number, drawing in enumerate(drawings):
        if number in compared:
            check_same(drawing)


def test_what_is_kept_is_what_would_be_painted_anew() -> None:
    for module, options in GAMES.values():
        batch = module.batch(1, **options)
        batch.reset(3)
        for _ in range(9):
            batch.step(batch.sample())
        drawing = batch.game.svg(batch.games)
        kept = to_rgb(drawing)
        raster.forget()
        assert np.array_equal(to_rgb(drawing), kept)


def test_what_was_used_last_is_kept_up_to_a_number_of_bytes() -> None:
    painted: list[str] = []

    def paint(markup: str) -> str:
        painted.append(markup)
        return markup * 10

    kept = Kept(limit=110 * 3)
    for name in "abcadea":
        assert kept.look(paint, name * 10, len) == name * 100
        assert kept.size <= kept.limit
    assert [markup[0] for markup in painted] == list("abcde")
    kept.look(paint, "b" * 10, len)
    assert painted[-1] == "b" * 10
    assert len(kept.look(paint, "x" * 50, len)) == 500  # more than is kept at all
    assert kept.size == 0


def test_pictures_of_whole_games_keep_no_more_than_allowed() -> None:
    raster.forget()
    for module, options in (GAMES["carcassonne"], GAMES["fortune"]):
        batch = module.batch(1, **options)
        batch.reset(7)
        for _ in range(12):
            batch.rollout(9)
            to_rgb(batch.game.svg(batch.games))
            assert 0 < raster.KEPT.size <= raster.KEPT.limit == 32 << 20


@pytest.mark.parametrize("module", [tiny_towns_v0, carcassonne_gold_v0])
def test_gymnasium_collects_and_records_frames(module: Any, tmp_path: Any) -> None:
    env = gymnasium.wrappers.RenderCollection(module.gymnasium_env(render_mode="rgb_array"))
    _play(env, 5)
    frames = env.render()
    assert len(frames) == 6
    assert len({frame.shape for frame in frames}) == 1
    assert all(frame.dtype == np.uint8 for frame in frames)
    assert any((one != other).any() for one, other in itertools.pairwise(frames))
    if importlib.util.find_spec("moviepy") is not None:
        video = gymnasium.wrappers.RecordVideo(
            module.gymnasium_env(render_mode="rgb_array"), str(tmp_path), video_length=3, disable_logger=True
        )
        _play(video, 5)
        video.close()
        assert list(tmp_path.glob("*.mp4"))


def _play(env: Any, steps: int) -> None:
    _, info = env.reset(seed=2)
    for _ in range(steps):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
