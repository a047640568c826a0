"""SVG helpers, the bundled font, and pixels."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tabletop_envs.rendering import raster, require_rasteriser, svg, to_png, to_rgb

HOME = Path(raster.__file__).parents[2]
needs_pixels = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None or importlib.util.find_spec("PIL") is None,
    reason="the extra render is not installed",
)


def drawing(*parts: str, name: str = "a test") -> str:
    return svg.document(40, 20, name, [svg.symbol("dot", svg.circle(5, 5, 5, "#ff0000"))], *parts)


def test_everything_is_escaped() -> None:
    nasty = "<script>\"a\" & 'b'</script>\x00\x07\ud800"
    text = drawing(svg.text(0, 10, nasty, 8, nasty), svg.title(nasty), name=nasty)
    root = ElementTree.fromstring(text)
    plain = "<script>\"a\" & 'b'</script>"
    words = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert [element.text for element in words] == [plain]
    assert words[0].get("fill") == plain
    assert not [element for element in root.iter() if "script" in element.tag]


def test_a_drawing_is_named_for_screen_readers() -> None:
    root = ElementTree.fromstring(drawing(name="Cats & dogs"))
    assert root[0].tag == "{http://www.w3.org/2000/svg}title"
    assert root[0].text == "Cats & dogs"
    assert root.get("role") == "img"


def test_numbers_are_written_one_way() -> None:
    assert [svg.number(x) for x in (1, 1.0, 1.5, 1.234567, -0.0001, 0, 100)] == [
        "1",
        "1",
        "1.5",
        "1.23",
        "0",
        "0",
        "100",
    ]


def test_ids_of_two_drawings_never_clash_and_every_use_finds_its_part() -> None:
    one, two = drawing(svg.use("dot")), drawing(svg.use("dot", 3, 4, 0.5))
    ids = [set(re.findall(r'id="([^"]+)"', text)) for text in (one, two)]
    assert not ids[0] & ids[1]
    for text, known in zip((one, two), ids, strict=True):
        assert set(re.findall(r'href="#([^"]+)"', text)) == known


def test_the_same_drawing_is_the_same_text() -> None:
    assert drawing(svg.use("dot")) == drawing(svg.use("dot"))


@pytest.mark.parametrize("width", [20, 60, 100, 400])
def test_wrapped_lines_hold_all_words_and_fit(width: float) -> None:
    words = "feeds every one of the eight squares around it"
    lines = svg.wrap(words, width, 12)
    assert " ".join(lines) == words
    for line in lines:
        assert svg.text_width(line, 12) <= width or " " not in line


def test_fit_makes_a_line_as_small_as_needed_and_no_smaller() -> None:
    assert svg.fit("short", 500, 12) == 12
    size = svg.fit("a rather long line", 40, 12)
    assert svg.text_width("a rather long line", size) == pytest.approx(40)


@needs_pixels
@pytest.mark.parametrize(("weight", "file"), [(svg.REGULAR, raster.FONTS[0]), (svg.BOLD, raster.FONTS[1])])
def test_widths_are_those_of_the_bundled_font(weight: int, file: str) -> None:
    from PIL import ImageFont

    font = ImageFont.truetype(file, 1000, layout_engine=ImageFont.Layout.BASIC)
    for char in map(chr, range(32, 127)):
        assert svg.text_width(char, 1000, weight) == pytest.approx(font.getlength(char), abs=1)


def test_the_font_lies_beside_its_licence() -> None:
    folder = Path(raster.FONTS[0]).parent
    assert all(Path(font).is_file() for font in raster.FONTS)
    assert "SIL Open Font License, Version 1.1" in " ".join((folder / "OFL.txt").read_text().split())


@needs_pixels
def test_pixels() -> None:
    picture = to_rgb(drawing(svg.rect(0, 0, 40, 20, "#0000ff"), svg.use("dot", 10, 5)))
    assert picture.shape == (20, 40, 3)
    assert picture.dtype == np.uint8
    assert picture[2, 2].tolist() == [0, 0, 255]
    assert picture[10, 15].tolist() == [255, 0, 0]


@needs_pixels
def test_pixels_of_another_size() -> None:
    assert to_rgb(drawing(), width=80).shape == (40, 80, 3)


@needs_pixels
def test_nothing_drawn_is_white() -> None:
    assert (to_rgb(drawing()) == 255).all()


@needs_pixels
@pytest.mark.parametrize("weight", [svg.REGULAR, svg.BOLD])
def test_text_is_set_in_the_bundled_font_whatever_family_is_asked_for(weight: int) -> None:
    def page(family: str) -> str:
        return drawing(svg.text(2, 15, "Tiny", 12, "#000000", weight, font_family=family))

    picture = to_rgb(page("Nunito"))
    assert picture.min() < 100
    assert np.array_equal(picture, to_rgb(page("No Such Family, sans-serif")))


@needs_pixels
def test_the_two_weights_differ() -> None:
    thin, thick = (to_rgb(drawing(svg.text(2, 15, "Tiny", 12, "#000000", w))) for w in (svg.REGULAR, svg.BOLD))
    assert thick.sum() < thin.sum()


@needs_pixels
def test_the_same_drawing_is_the_same_pixels() -> None:
    text = drawing(svg.text(2, 15, "Tiny", 12, "#000000"))
    assert to_png(text) == to_png(text)


@needs_pixels
def test_text_that_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"."):
        to_rgb("no drawing")


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_without_the_extra_the_pip_line_is_told(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    for refused in (require_rasteriser, lambda: to_rgb(drawing()), lambda: to_png(drawing())):
        with pytest.raises(ImportError, match=re.escape('pip install "tabletop-envs[render]"')) as error:
            refused()
        assert missing in str(error.value)


def test_drawing_never_imports_the_rasteriser() -> None:
    code = (
        "import sys, tabletop_envs.rendering, tabletop_envs.rendering.svg; tabletop_envs.rendering.require_rasteriser; "
        "sys.exit('resvg_py' in sys.modules or 'PIL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=HOME, check=False).returncode == 0
