"""GitHub-flavoured Markdown in, HTML out, by the cmark that cmarkgfm brings.

cmarkgfm's own function looks its extensions up for every text and never frees what cmark made of it: 5 KB and two thirds of the time for
a paragraph, 20,000 times in a build of 5,000 entries. Its shared library exports what frees both; where it does not (Windows), its own function serves.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

# What GitHub adds to CommonMark.
EXTENSIONS = ("table", "autolink", "tagfilter", "strikethrough", "tasklist")


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
        return lambda source: str(markdown_to_html_with_extensions(source, options, EXTENSIONS))
    for function in (free_node, free):
        function.argtypes, function.restype = [ctypes.c_void_p], None
    lib, ffi = _cmark.lib, _cmark.ffi
    lib.cmark_gfm_core_extensions_ensure_registered()
    extensions = [lib.cmark_find_syntax_extension(name.encode()) for name in EXTENSIONS]

    def render(source: str) -> str:
        data = source.encode("utf-8", "replace")
        parser = lib.cmark_parser_new(options)
        for extension in extensions:
            lib.cmark_parser_attach_syntax_extension(parser, extension)
        lib.cmark_parser_feed(parser, data, len(data))
        root = lib.cmark_parser_finish(parser)
        made = lib.cmark_render_html(root, options, lib.cmark_parser_get_syntax_extensions(parser))
        html = bytes(ffi.string(made)).decode()
        free(int(ffi.cast("uintptr_t", made)))
        lib.cmark_parser_free(parser)
        free_node(int(ffi.cast("uintptr_t", root)))
        return html

    return render
