"""A packet's files: report, map and map in words, drawn in a worker."""

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.regions import mine
from render.campaign.cluster_map.text_map import write_map_text
from render.campaign.report.write import write_report
from rules.cluster_war.views.side_views import gm_view, view_for
from storage.codec import decode_event, decode_state, unpack
from umpire.outbox.courier import File
from umpire.outbox.file_names import FILE_NAMES
from umpire.outbox.outbox import FileKind


def draw(
    packed: bytes, happened: tuple[bytes, ...], side: str, kinds: tuple[FileKind, ...], campaign: str, turn: int
) -> tuple[File, ...]:
    """Make one side's files (side "": the game master's) from a packed state and encoded events. Runs in a worker."""
    state = decode_state(unpack(packed))
    view = view_for(state, side) if side else gm_view(state)
    told = [decode_event(event) for event in happened]
    files: list[File] = []
    for kind in kinds:
        name = FILE_NAMES[kind]
        match kind:
            case "report":
                files.append(File(name, write_report(view, told, campaign=campaign, turn=turn).encode()))
            case "map":
                picture = draw_cluster_map(view, region=mine(view) if side else None, campaign=campaign)
                files.append(File(name, picture.png, picture.alt))
            case "text-map":
                files.append(File(name, write_map_text(view, campaign=campaign).encode()))
            case "capsule" | "replay":
                raise ValueError(f"a {kind} is not drawn for a campaign")
    return tuple(files)
