"""Modules put together: each once, in order, with names of its own."""

import pytest

from web import bundle

FILES = {
    "page.js": 'import { far as distance, Walk } from "./walk.js";\nimport "./mood.js";\nconst small = distance(2);\n',
    "walk.js": 'import { small } from "./sizes.js";\n// how far\nexport const far = small;\nexport class Walk {}\n',
    "mood.js": 'import { small } from "./sizes.js";\nexport async function sing() {}\n',
    "sizes.js": "export const small = 3;\nexport const $ = 4;\n",
    "lost.js": 'import { page } from "./ring.js";\n',
    "ring.js": 'import { lost } from "./lost.js";\n',
}


def test_each_file_comes_once_and_after_what_it_needs():
    whole = bundle.script("page", FILES.__getitem__)
    places = [whole.index(f"const _{name} = ") for name in ("sizes", "walk", "mood")]
    assert places == sorted(places)
    assert whole.count("const _sizes") == 1


def test_a_file_hands_out_what_it_exports_and_takes_what_it_imports():
    whole = bundle.script("page", FILES.__getitem__)
    assert "return { far, Walk };" in whole
    assert "return { sing };" in whole
    assert "return { small, $ };" in whole
    assert "const { far: distance, Walk } = _walk;" in whole
    assert [line for line in whole.splitlines()[:-1] if line.startswith(("import ", "export "))] == []


@pytest.mark.parametrize("page", ["play", "table", "host", "history", "tv", "sim", "still"])
def test_our_own_pages_leave_nothing_to_import(page):
    lines = bundle.script(page).splitlines()
    assert [line for line in lines if line.startswith(("import", "export"))] == lines[-1:]


def test_comments_stay_at_home():
    assert "how far" not in bundle.script("page", FILES.__getitem__)


def test_whoever_imports_the_whole_gets_its_parts():
    assert bundle.script("page", FILES.__getitem__).endswith(
        "export { _sizes as sizes, _walk as walk, _mood as mood };\n"
    )


def test_what_is_imported_only_when_wanted_comes_along():
    files = {
        **FILES,
        "walk.js": 'export const far = () => import("./late.js");\n',
        "late.js": FILES["walk.js"] + 'import("./mood.js");\n',
    }
    whole = bundle.script("walk", files.__getitem__)
    places = [whole.index(f"const _{name} = ") for name in ("sizes", "late", "mood")]
    assert places == sorted(places)
    assert "far = () => Promise.resolve(_late);" in whole


def test_files_that_need_each_other_are_refused():
    with pytest.raises(ValueError, match="lost imports ring imports lost"):
        bundle.script("lost", FILES.__getitem__)


def test_styles_name_the_fonts_where_they_are_kept():
    whole = bundle.styles(lambda name: f"/kept/{name}.1.woff", lambda name: f'/*{name}*/ url("/font/bold.woff")\n')
    assert whole.startswith('/*theme.css*/ url("/kept/bold.1.woff")')
    assert whole.count("/kept/bold.1.woff") == 3
