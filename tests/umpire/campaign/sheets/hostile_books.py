"""Workbooks that are made to do harm, or that harm was done to; small to send, as they would be."""

import io
import struct
import zipfile
from collections.abc import Callable

from openpyxl import Workbook, load_workbook

HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
TAIL = b"</worksheet>"
PAGE = "xl/worksheets/sheet2.xml"
"""The first of our pages; the cover is sheet1."""


def saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def with_member(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The workbook with one part changed, or added where there was none."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        names = old.namelist()
        for entry in names:
            new.writestr(entry, change(old.read(entry)) if entry == name else old.read(entry))
        if name not in names:
            new.writestr(name, change(b""))
    return made.getvalue()


def merged(data: bytes, ref: str, times: int = 1) -> bytes:
    """With the cells of a range merged, again and again."""
    cell = f'<mergeCell ref="{ref}"/>'.encode() * times
    return with_member(
        data, PAGE, lambda xml: xml.replace(b"</sheetData>", b"</sheetData><mergeCells>" + cell + b"</mergeCells>")
    )


def with_page(data: bytes, body: bytes) -> bytes:
    """With a page of these rows."""
    return with_member(data, PAGE, lambda _: HEAD + body + b"</sheetData>" + TAIL)


def many_cells(data: bytes) -> bytes:
    """With a page of 300,000 cells, each a little other, so that they are not packed as tightly as a bomb."""
    cells = b"".join(b'<c r="%c%d"><v>%d</v></c>' % (65 + n % 26, n, n * n % 9973) for n in range(300_000))
    return with_page(data, b"<row>" + cells + b"</row>")


def with_header_bits(data: bytes, offset_local: int, offset_central: int, value: int) -> bytes:
    """With a two-byte field set in every header of the archive."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", offset_local), (b"PK\x01\x02", offset_central)):
        at = data.find(mark)
        while at >= 0:
            struct.pack_into("<H", changed, at + offset, value)
            at = data.find(mark, at + 4)
    return bytes(changed)


def hostile(good: bytes) -> dict[str, tuple[bytes, str]]:
    """Files by what they are, each with words of the sentence that is due to it."""
    filled = load_workbook(io.BytesIO(good))
    filled["orders"]["A2"] = 'ask "May we pass?"'
    ours = saved(filled)
    million = b"".join(b"<row>" + b"<c><v>1</v></c>" * 1000 + b"</row>" for _ in range(1000))
    laugh = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    return {
        "merge of a whole page": (merged(good, "A1:XFD20000"), "merges the cells"),
        "merge of a wide page": (merged(good, "A1:ZZ5000"), "merges the cells"),
        "too many merges": (merged(good, "A1:B2", 600), "more than 500 merged ranges"),
        "merge of nothing": (merged(good, "nowhere"), "damaged"),
        "9.6 million empty cells": (with_page(good, b"<row>" + b"<c/>" * 9_600_000 + b"</row>"), "unpacks to far more"),
        "a million cells": (with_page(good, million), "unpacks to far more"),
        "300,000 cells": (many_cells(good), "more than 200000 cells"),
        "a bomb": (with_member(good, "xl/media/x.bin", lambda _: bytes(60_000_000)), "unpacks to far more"),
        "deep": (with_page(good, b"<row>" * 5000), "far larger"),
        "entities": (with_member(good, PAGE, lambda xml: laugh + xml), "not one of our .xlsx"),
        "encrypted": (with_header_bits(good, 6, 8, 1), "has a password"),
        "unknown compression": (with_header_bits(good, 8, 10, 97), "packed in a way"),
        "bad style": (with_page(good, b'<row r="1"><c r="A1" s="99999"><v>1</v></c></row>'), ""),
        "bad string": (with_page(good, b'<row r="1"><c r="A1" t="s"><v>99999</v></c></row>'), "damaged"),
        "bad number": (with_page(good, b'<row r="1"><c r="A1"><v>' + b"9" * 6000 + b"</v></c></row>"), "damaged"),
        "cut off": (ours[: len(ours) // 2], "not one of our .xlsx"),
        "not a zip": (b"PK\x03\x04 nonsense \xff" * 9, "not one of our .xlsx"),
        "another zip": (with_member(saved_zip(), "a.txt", lambda _: b"a"), "not one of our .xlsx"),
        "an .ods": (open_document(), "OpenDocument"),
        "an .xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4096), "old .xls"),
        "nothing": (b"", "is empty"),
        "a text": (b'move "1st Fleet" to 2034\n', "This is a text"),
        "a text with NULs": (b"move\0 to 2034", "not one of our .xlsx"),
        "too large": (bytes(2_000_001), "a workbook may have 2000000"),
    }


def saved_zip() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("hello.txt", "hello")
    return made.getvalue()


def open_document() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", "<x/>")
    return made.getvalue()
