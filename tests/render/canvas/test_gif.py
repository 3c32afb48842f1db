"""Animations: what Pillow reads back is what was put in, frame by frame."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw, ImageSequence

from render.canvas.animation import CLEAR_INDEX, encode_animation


def frames(count: int) -> list[Image.Image]:
    """A square that wanders over a striped ground."""
    found = []
    for number in range(count):
        image = Image.new("P", (60, 40), 3)
        image.putpalette([part for index in range(256) for part in (index, 255 - index, index // 2)])
        draw = ImageDraw.Draw(image)
        draw.line((0, 20, 59, 20), fill=7)
        draw.rectangle((5 * number, 8, 5 * number + 9, 17), fill=40 + number)
        found.append(image)
    return found


def test_frames_come_back_as_they_were() -> None:
    drawn = frames(5)
    drawn.insert(3, drawn[2].copy())  # one that changes nothing
    gif = Image.open(BytesIO(encode_animation(drawn, [100, 200, 300, 400, 500, 600])))
    read = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(gif)]
    assert gif.info["loop"] == 0
    assert [shown for _, shown in read] == [100, 200, 300, 400, 500, 600]
    for (frame, _), image in zip(read, drawn, strict=True):
        assert frame.tobytes() == image.convert("RGB").tobytes()


def test_the_same_frames_give_the_same_bytes() -> None:
    assert encode_animation(frames(3), [90] * 3) == encode_animation(frames(3), [90] * 3)


def test_frames_that_do_not_go_together_are_refused() -> None:
    one, other = frames(2)
    with pytest.raises(ValueError, match="share"):
        encode_animation([one, other.resize((30, 20))], [90, 90])
    with pytest.raises(ValueError, match="share"):
        encode_animation([one.convert("RGB")], [90])
    other.putpixel((0, 0), CLEAR_INDEX)
    with pytest.raises(ValueError, match="kept"):
        encode_animation([one, other], [90, 90])
