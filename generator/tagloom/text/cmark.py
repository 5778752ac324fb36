"""GitHub-flavoured Markdown in, HTML out, by the cmark that cmarkgfm brings.

cmarkgfm's own function looks its extensions up for every text and never frees what cmark made of it: 5 KB and two thirds of the time for
a paragraph, 20,000 times in a build of 5,000 entries. Its shared library exports what frees both, and one parser serves text after text;
where the library does not (Windows), cmarkgfm's own function serves.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable
from functools import cache

# What GitHub adds to CommonMark.
EXTENSIONS = ("table", "autolink", "tagfilter", "strikethrough", "tasklist")
# References of which cmark makes bytes that are no UTF-8.
NO_LETTER = re.compile(r"&#(?:0*6553[45]|[xX]0*[fF]{3}[eEfF]);")


def to_html(source: str) -> str:
    """HTML of `source`, raw HTML in it passed on: the caller sanitises."""
    return renderer()(source)


@cache
def renderer() -> Callable[[str], str]:
    from cmarkgfm import _cmark, markdown_to_html_with_extensions
    from cmarkgfm.cmark import Options

    options = Options.CMARK_OPT_UNSAFE
    try:
        free_node = ctypes.CDLL(_cmark.__file__).cmark_node_free
        free = ctypes.CDLL(None).free
    except (OSError, AttributeError, TypeError):

        def plainly(source: str) -> str:
            try:
                return str(markdown_to_html_with_extensions(source, options, EXTENSIONS))
            except UnicodeDecodeError:
                return str(markdown_to_html_with_extensions(NO_LETTER.sub("\ufffd", source), options, EXTENSIONS))

        return plainly
    for function in (free_node, free):
        function.argtypes, function.restype = [ctypes.c_void_p], None
    lib, ffi = _cmark.lib, _cmark.ffi
    lib.cmark_gfm_core_extensions_ensure_registered()
    extensions = [lib.cmark_find_syntax_extension(name.encode()) for name in EXTENSIONS]

    class Mine(threading.local):
        """A parser a thread: calls into cmark run side by side. `cmark_parser_finish` leaves it as it was when it was new."""

        def __init__(self) -> None:
            self.parser = lib.cmark_parser_new(options)
            for extension in extensions:
                lib.cmark_parser_attach_syntax_extension(self.parser, extension)
            self.extensions = lib.cmark_parser_get_syntax_extensions(self.parser)

    mine = Mine()

    def render(source: str) -> str:
        data, parser = source.encode("utf-8", "replace"), mine.parser
        lib.cmark_parser_feed(parser, data, len(data))
        root = lib.cmark_parser_finish(parser)
        made = lib.cmark_render_html(root, options, mine.extensions)
        html = bytes(ffi.string(made)).decode("utf-8", "replace")  # see NO_LETTER
        free(int(ffi.cast("uintptr_t", made)))
        free_node(int(ffi.cast("uintptr_t", root)))
        return html

    return render
