"""Pictures as tests look at them."""

from io import BytesIO

from PIL import Image

from render.campaign.cluster_map.draw import draw_cluster_map
from render.canvas.png import Picture
from rules.cluster_war.model.state.view import View


def opened(picture: Picture) -> Image.Image:
    """The picture as a viewer reads it."""
    image = Image.open(BytesIO(picture.png))
    image.load()
    return image


def painted(view: View, **asked: object) -> Image.Image:
    """A cluster map's pixels."""
    return opened(draw_cluster_map(view, **asked))  # type: ignore[arg-type] # the options are the callers' own
