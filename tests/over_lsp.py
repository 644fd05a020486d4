"""`fairdeal lsp` as an editor uses it, by pytest-lsp: each feature on a script of 150 lines with an include, and edits at random. FAIRDEAL
is the program.

    pytest -p no:cacheprovider tests/over_lsp.py
"""

import os
import random

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

HANDS = "strong = hcp(south) >= 15 and hcp(south) <= 17\n"
SCRIPT = """#include "hands.dlr"
quiet = hcp(east)<8
condition strong and quiet
    and spdes(north) > 2
// What West
// may have.
""" + "".join(f"west{number} = hcp(west) >= {number % 20} and spades(west) >= {number % 6}\n" for number in range(7, 151))
RIGHT = SCRIPT.replace("spdes", "spades")


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ.get("FAIRDEAL", "fairdeal"), "lsp"]))
async def client(lsp_client: LanguageClient, tmp_path):
    (tmp_path / "hands.dlr").write_text(HANDS)
    (tmp_path / "main.dlr").write_text(SCRIPT)
    lsp_client.folder = tmp_path
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="folder")
    params = types.InitializeParams(capabilities=types.ClientCapabilities(), workspace_folders=[folder])
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def main(client) -> str:
    return (client.folder / "main.dlr").as_uri()


def open_script(client, text: str) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(uri=main(client), language_id="dealer", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return types.TextDocumentIdentifier(uri=main(client))


def place(text: str, piece: str) -> types.Position:
    before = text[: text.index(piece)]
    return types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)


@pytest.mark.asyncio
async def test_findings_and_their_fixes(client: LanguageClient):
    document = open_script(client, SCRIPT)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    (finding,) = [one for one in client.diagnostics[main(client)] if one.code == "unknown-word"]
    context = types.CodeActionContext(diagnostics=[finding])
    params = types.CodeActionParams(text_document=document, range=finding.range, context=context)
    actions = await client.text_document_code_action_async(params)
    assert [action.title for action in actions] == ["write spades"]


@pytest.mark.asyncio
async def test_hover_hints_and_completion(client: LanguageClient):
    document = open_script(client, RIGHT)
    params = types.HoverParams(text_document=document, position=place(RIGHT, "strong and"))
    hover = await client.text_document_hover_async(params)
    assert "**1 in 9.9**" in hover.contents.value and HANDS.strip() in hover.contents.value
    whole = types.Range(start=types.Position(0, 0), end=types.Position(999, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
    labels = [hint.label for hint in hints]
    assert labels[0] == "1 in 3.5" and len(labels) > 140
    inside = place(RIGHT, "east)<8")
    offered = await client.text_document_completion_async(types.CompletionParams(text_document=document, position=inside))
    assert [item.label for item in offered] == ["north", "east", "south", "west"]
    signature = await client.text_document_signature_help_async(types.SignatureHelpParams(text_document=document, position=inside))
    assert signature.signatures[0].label == "hcp(seat, suit)"


@pytest.mark.asyncio
async def test_names(client: LanguageClient):
    document = open_script(client, RIGHT)
    position = place(RIGHT, "strong and")
    given = await client.text_document_definition_async(types.DefinitionParams(text_document=document, position=position))
    assert given.uri == (client.folder / "hands.dlr").as_uri()
    context = types.ReferenceContext(include_declaration=True)
    used = await client.text_document_references_async(types.ReferenceParams(text_document=document, position=position, context=context))
    assert len(used) == 2
    edit = await client.text_document_rename_async(types.RenameParams(text_document=document, position=position, new_name="solid"))
    assert set(edit.changes) == {main(client), given.uri}


@pytest.mark.asyncio
async def test_outline_folds_and_layout(client: LanguageClient):
    document = open_script(client, RIGHT)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert [symbol.name for symbol in symbols][:3] == ["quiet", "condition", "west7"] and len(symbols) == 146
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=document))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(2, 3), (4, 5)]
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(text_document=document, options=options))
    assert edits[0].new_text == RIGHT.replace("hcp(east)<8", "hcp(east) < 8")


@pytest.mark.asyncio
async def test_a_thousand_edits_at_random(client: LanguageClient):
    document = open_script(client, RIGHT)
    draw = random.Random(7)
    pieces = ["(", ")", '"', "\n", "hcp(", "/*", "*/", '#include "', " and ", "\U0001f0a1", "=", "{", "$1", "strong", "0", "condition "]

    def change(version, *changes):
        named = types.VersionedTextDocumentIdentifier(uri=document.uri, version=version)
        client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=named, content_changes=changes))

    for version in range(2, 1002):
        begin = types.Position(line=draw.randrange(155), character=draw.randrange(50))
        end = types.Position(line=begin.line, character=begin.character + draw.randrange(9))
        change(version, types.TextDocumentContentChangePartial(range=types.Range(begin, end), text=draw.choice(pieces)))
        if version % 20 == 0:
            await client.text_document_hover_async(types.HoverParams(text_document=document, position=begin))
            await client.text_document_completion_async(types.CompletionParams(text_document=document, position=begin))
    change(1002, types.TextDocumentContentChangeWholeDocument(text=RIGHT))
    params = types.HoverParams(text_document=document, position=place(RIGHT, "strong and"))
    hover = await client.text_document_hover_async(params)
    assert "**1 in 9.9**" in hover.contents.value
