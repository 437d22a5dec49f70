"""Bad material, made by script from good PDFs: each a way in which a file goes wrong for real."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pymupdf
from PIL import Image, ImageFilter

Make = Callable[[bytes, random.Random], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class BadFile:
    """A file and what is wrong with it. `may_be_indexed` False: nothing in it can be quoted.

    `good` is the file that it was made from; `hides` is true where its pages display less of that.
    """

    name: str
    fault: str
    data: bytes
    good: bytes
    may_be_indexed: bool = True
    hides: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDamage:
    """One kind of damage; `pages` of the good file are kept, to be quick.

    `hides` is true where the pages that are displayed show less than before.
    """

    name: str
    make: Make
    pages: int = 4
    hopeless: bool = False
    hides: bool = False
    times: int = 2


def bad_files(good: list[Path], seed: int = 20261121) -> Iterator[BadFile]:
    """Yield the files, the same ones for the same seed and sources."""
    chance = random.Random(seed)
    for fault in FAULTS:
        for number in range(fault.times):
            source = good[chance.randrange(len(good))]
            begun = _first_pages(source, fault.pages)
            yield BadFile(
                name=f"{fault.name.replace(' ', '-')}-{number + 1}.pdf",
                fault=fault.name,
                data=fault.make(begun, chance),
                good=begun,
                may_be_indexed=not fault.hopeless,
                hides=fault.hides,
            )


def _first_pages(path: Path, count: int) -> bytes:
    with pymupdf.open(path) as whole, pymupdf.open() as part:
        part.insert_pdf(whole, to_page=min(count, whole.page_count) - 1)
        return bytes(part.tobytes())


def _cut(share: float) -> Make:
    return lambda data, chance: data[: int(share * len(data))]


def _flip(count: int) -> Make:
    def make(data: bytes, chance: random.Random) -> bytes:
        spoilt = bytearray(data)
        for _ in range(count):
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        return bytes(spoilt)

    return make


def _damage_objects(pattern: bytes, by: bytes) -> Make:
    """Overwrite what matches, at the same length, so that offsets stay true."""

    def make(data: bytes, chance: random.Random) -> bytes:
        return re.sub(pattern, lambda found: by.ljust(len(found[0]))[: len(found[0])], data)

    return make


def _streams_flipped(data: bytes, chance: random.Random) -> bytes:
    """Spoil the middle of every second compressed stream."""
    spoilt = bytearray(data)
    for number, found in enumerate(re.finditer(rb"stream\r?\n", data)):
        if number % 2 == 0:
            for place in range(found.end() + 20, min(found.end() + 40, len(spoilt))):
                spoilt[place] ^= 0x55
    return bytes(spoilt)


def _edited(edit: Callable[[pymupdf.Document, random.Random], None], **save: object) -> Make:
    def make(data: bytes, chance: random.Random) -> bytes:
        with pymupdf.open("pdf", data) as pdf:
            edit(pdf, chance)
            return bytes(pdf.tobytes(**save))

    return make


def _each_page(edit: Callable[[pymupdf.Page], None]) -> Make:
    def all_pages(pdf: pymupdf.Document, chance: random.Random) -> None:
        for number in range(pdf.page_count):
            edit(pdf[number])

    return _edited(all_pages)


def _nothing(pdf: pymupdf.Document, chance: random.Random) -> None:
    return


def _blank_pages(pdf: pymupdf.Document, chance: random.Random) -> None:
    for _ in range(4):
        pdf.new_page(0)


def _only_blank(pdf: pymupdf.Document, chance: random.Random) -> None:
    pdf.new_page()
    pdf.delete_pages(0, pdf.page_count - 2)


def _huge(pdf: pymupdf.Document, chance: random.Random) -> None:
    for number in range(pdf.page_count):
        pdf[number].set_mediabox(pymupdf.Rect(0, 0, 14_400, 14_400))


def _tiny(page: pymupdf.Page) -> None:
    page.set_cropbox(pymupdf.Rect(0, 0, 3, 3))


def _cropped(page: pymupdf.Page) -> None:
    width, height = page.rect.width, page.rect.height
    page.set_cropbox(pymupdf.Rect(0.1 * width, 0.3 * height, 0.9 * width, 0.7 * height))


def _turned(angle: int) -> Make:
    return _each_page(lambda page: page.set_rotation(angle))


def _scan(dpi: int, spoil: Callable[[Image.Image], Image.Image] | None = None) -> Make:
    """Every page as a picture of itself."""

    def make(data: bytes, chance: random.Random) -> bytes:
        with pymupdf.open("pdf", data) as pdf, pymupdf.open() as out:
            for page in pdf:
                shot = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
                picture = Image.frombytes("L", (shot.width, shot.height), shot.samples)
                held = io.BytesIO()
                (spoil(picture) if spoil else picture).save(held, "jpeg", quality=70)
                new = out.new_page(width=page.rect.width, height=page.rect.height)
                new.insert_image(new.rect, stream=held.getvalue())
            return bytes(out.tobytes())

    return make


def _two_up(data: bytes, chance: random.Random) -> bytes:
    with pymupdf.open("pdf", data) as pdf, pymupdf.open() as out:
        for first in range(0, pdf.page_count, 2):
            size = pdf[first].rect
            sheet = out.new_page(width=2 * size.width, height=size.height)
            for place, number in enumerate(range(first, min(first + 2, pdf.page_count))):
                left = place * size.width
                half = pymupdf.Rect(left, 0, left + size.width, size.height)
                sheet.show_pdf_page(half, pdf, number)
        return bytes(out.tobytes())


def _without_unicode(pdf: pymupdf.Document, chance: random.Random) -> None:
    for number in range(1, pdf.xref_length()):
        if pdf.xref_get_key(number, "ToUnicode")[0] != "null":
            pdf.xref_set_key(number, "ToUnicode", "null")
        if pdf.xref_get_key(number, "Encoding")[0] == "dict":
            pdf.xref_set_key(number, "Encoding", "null")


def _page_loop(pdf: pymupdf.Document, chance: random.Random) -> None:
    """A page tree that holds itself."""
    tree = int(pdf.xref_get_key(pdf.pdf_catalog(), "Pages")[1].split()[0])
    pdf.xref_set_key(tree, "Kids", f"[{tree} 0 R {pdf[0].xref} 0 R]")


def _form_loop(pdf: pymupdf.Document, chance: random.Random) -> None:
    """A page whose contents are the page."""
    pdf.xref_set_key(pdf[0].xref, "Contents", f"{pdf[0].xref} 0 R")


def _lost_page(pdf: pymupdf.Document, chance: random.Random) -> None:
    pdf.update_object(pdf[1].xref, "<< /Type /Nothing >>")


def _many_pages_promised(data: bytes, chance: random.Random) -> bytes:
    return re.sub(rb"/Count \d+", b"/Count 100000", data)


def _no_fonts(pdf: pymupdf.Document, chance: random.Random) -> None:
    """The fonts' programs are empty."""
    for number in range(1, pdf.xref_length()):
        for key in ("FontFile", "FontFile2", "FontFile3"):
            kind, value = pdf.xref_get_key(number, key)
            if kind == "xref":
                pdf.update_stream(int(value.split()[0]), b" ")


def _no_resources(page: pymupdf.Page) -> None:
    page.parent.xref_set_key(page.xref, "Resources", "null")


def _deep_tree(pdf: pymupdf.Document, chance: random.Random) -> None:
    """A page below three thousand nodes."""
    above = int(pdf.xref_get_key(pdf.pdf_catalog(), "Pages")[1].split()[0])
    page = pdf[0].xref
    for _ in range(3000):
        node = pdf.get_new_xref()
        pdf.update_object(node, f"<< /Type /Pages /Count 1 /Kids [{page} 0 R] >>")
        page = node
    pdf.xref_set_key(above, "Kids", f"[{page} 0 R]")


def _script(text: str) -> Make:
    def write(pdf: pymupdf.Document, chance: random.Random) -> None:
        page = pdf.new_page(0)
        page.insert_htmlbox(page.rect + (50, 50, -50, -50), f"<p>{text * 3}</p>" * 5)

    return _edited(write)


def _drawings(pdf: pymupdf.Document, chance: random.Random) -> None:
    while pdf.page_count > 1:
        pdf.delete_page(1)
    pdf.new_page(0)
    pdf.delete_page(1)
    for number in range(400):
        x, y = chance.random() * 500, chance.random() * 700
        pdf[0].draw_line((x, y), (x + 40, y + number % 30))


def _notes(page: pymupdf.Page) -> None:
    page.add_text_annot((50, 50), "Somebody's note that is no material.")
    page.add_freetext_annot((50, 80, 300, 120), "Nobody should quote this remark of a reader.")


def _zip(data: bytes, chance: random.Random) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("word/document.xml", "<w:document><w:t>Not a PDF</w:t></w:document>")
    return held.getvalue()


def _png(data: bytes, chance: random.Random) -> bytes:
    with pymupdf.open("pdf", data) as pdf:
        return bytes(pdf[0].get_pixmap(dpi=60).tobytes("png"))


def _bytes(data: bytes) -> Make:
    return lambda _, chance: data


def _bomb(pdf: pymupdf.Document, chance: random.Random) -> None:
    """A hundred million operators that compress to almost nothing."""
    page = pdf[0]
    pdf.update_stream(page.get_contents()[0], b"0 0 m 9 9 l S\n" * 8_000_000)


# PyMuPDF's PDF_ENCRYPT_RC4_40 and PDF_ENCRYPT_AES_256, which it makes while it is imported.
RC4_40_BITS, AES_256_BITS = 2, 5
LOCKED = {"encryption": AES_256_BITS}
FAULTS = (
    *(
        FileDamage(name=f"cut off at {100 * share:g} percent", make=_cut(share))
        for share in (0.1, 0.5, 0.9, 0.995)
    ),
    *(
        FileDamage(name=f"{count} bits flipped", make=_flip(count), times=3)
        for count in (3, 30, 300, 3000)
    ),
    FileDamage(name="spoilt streams", make=_streams_flipped),
    FileDamage(name="no xref", make=_damage_objects(rb"startxref\s+\d+", b"startxref 0")),
    FileDamage(
        name="wrong xref", make=_damage_objects(rb"(?<=\n)\d{10} 00000 n", b"0000000007 00000 n")
    ),
    FileDamage(name="no end of file", make=_damage_objects(rb"%%EOF", b"")),
    FileDamage(name="no header", make=_damage_objects(rb"%PDF-1\.\d", b"")),
    FileDamage(name="rubbish before", make=lambda data, chance: b"\0\xff junk\n" * 300 + data),
    FileDamage(name="rubbish after", make=lambda data, chance: data + b"\xff\0" * 5000),
    FileDamage(name="no trailer", make=_damage_objects(rb"trailer", b"trailor")),
    FileDamage(name="no pages object", make=_damage_objects(rb"/Type\s*/Pages", b"/Type/Sages")),
    FileDamage(name="page tree that loops", make=_edited(_page_loop)),
    FileDamage(name="contents that loop", make=_edited(_form_loop)),
    FileDamage(name="a page lost", make=_edited(_lost_page)),
    FileDamage(name="100000 pages promised", make=_many_pages_promised),
    FileDamage(name="fonts without programs", make=_edited(_no_fonts)),
    FileDamage(name="no resources", make=_each_page(_no_resources)),
    FileDamage(name="deep page tree", make=_edited(_deep_tree), times=1),
    FileDamage(name="owner password", make=_edited(_nothing, **LOCKED, owner_pw="staff")),
    FileDamage(
        name="user password",
        make=_edited(_nothing, **LOCKED, owner_pw="a", user_pw="b"),
        hopeless=True,
    ),
    FileDamage(
        name="RC4 password",
        make=_edited(_nothing, encryption=RC4_40_BITS, owner_pw="a", user_pw="b"),
        hopeless=True,
        times=1,
    ),
    FileDamage(name="zero bytes", make=_bytes(b""), hopeless=True, times=1),
    FileDamage(name="only zeros", make=_bytes(bytes(50_000)), hopeless=True, times=1),
    FileDamage(
        name="a text called pdf", make=_bytes(b"Only a text.\n" * 99), hopeless=True, times=1
    ),
    FileDamage(
        name="a web page called pdf", make=_bytes(b"<html><p>Log in"), hopeless=True, times=1
    ),
    FileDamage(name="a docx called pdf", make=_zip, hopeless=True, times=1),
    FileDamage(name="a png called pdf", make=_png, hopeless=True, times=1),
    FileDamage(name="a header and nothing", make=_bytes(b"%PDF-1.7\n"), hopeless=True, times=1),
    FileDamage(name="only blank pages", make=_edited(_only_blank), hopeless=True, times=1),
    FileDamage(name="some blank pages", make=_edited(_blank_pages)),
    FileDamage(name="drawings only", make=_edited(_drawings), hopeless=True, times=1),
    *(FileDamage(name=f"turned by {angle}", make=_turned(angle)) for angle in (90, 180, 270)),
    FileDamage(name="huge pages", make=_edited(_huge)),
    FileDamage(name="tiny crop", make=_each_page(_tiny), hides=True, times=1),
    FileDamage(name="cropped", make=_each_page(_cropped), hides=True),
    FileDamage(name="two pages a sheet", make=_two_up),
    FileDamage(name="no Unicode", make=_edited(_without_unicode)),
    FileDamage(name="scan at 100 dpi", make=_scan(100), pages=2),
    FileDamage(name="scan at 150 dpi", make=_scan(150), pages=2),
    FileDamage(name="scan at 40 dpi", make=_scan(40), pages=1, times=1),
    FileDamage(
        name="blurred scan",
        make=_scan(120, lambda im: im.filter(ImageFilter.GaussianBlur(2))),
        pages=1,
    ),
    FileDamage(
        name="skewed scan", make=_scan(150, lambda im: im.rotate(4, fillcolor=255)), pages=1
    ),
    FileDamage(
        name="scan on its side",
        make=_scan(150, lambda im: im.rotate(90, expand=True)),
        pages=1,
        times=1,
    ),
    FileDamage(
        name="black scan", make=_scan(100, lambda im: im.point(lambda v: v // 20)), pages=1, times=1
    ),
    FileDamage(
        name="Chinese", make=_script("图是由顶点和边组成的。广度优先搜索逐层访问顶点。"), times=1
    ),
    FileDamage(
        name="Arabic", make=_script("البحث بالعرض أولا يزور الرؤوس مستوى بعد مستوى."), times=1
    ),
    FileDamage(name="Hebrew", make=_script("חיפוש לרוחב מבקר בצמתים רמה אחר רמה."), times=1),
    FileDamage(name="annotated", make=_each_page(_notes)),
    FileDamage(name="endless drawing", make=_edited(_bomb, deflate=True), times=1),
    FileDamage(
        name="Russian",
        make=_script("Поиск в ширину посещает вершины уровень за уровнем."),
        times=1,
    ),
)
