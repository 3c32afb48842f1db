"""Pictures as tests look at them."""

from io import BytesIO

from PIL import Image

from render.canvas.picture import Picture


def opened(picture: Picture) -> Image.Image:
    """The picture as a viewer reads it."""
    image = Image.open(BytesIO(picture.png))
    image.load()
    return image
