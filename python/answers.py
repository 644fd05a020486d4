"""Writes fairdeal/answers.py from the schemas in docs/schema: a class for each answer, with the fields that docs/json.md shows.

    python python/answers.py           writes the file
    python python/answers.py --check   says whether it is as it should be; ends with 1 if not

A count of deals is text on the wire and an int here; all else is as on the wire.
"""

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCHEMAS = HERE.parent / "docs" / "schema"
TARGET = HERE / "fairdeal" / "answers.py"

# Which answers the package gives: the schema, and what comes before the names in it where two schemas use one name; such names
# lose an "Answer" at their end.
ASKED = {
    "odds": "",
    "explain": "",
    "check": "",
    "level-report": "",
    "deal": "",
    "report": "",
    "compare": "",
    "lead": "",
    "solve": "",
    "solve-lead": "",
    "solve-play": "",
    "words": "",
    "euchre-worlds": "Euchre",
    "euchre-hint": "Euchre",
    "euchre-answer": "Euchre",
    "texas42-hand": "Texas42",
    "texas42-odds": "Texas42",
    "texas42-strength": "Texas42",
    "texas42-perfect": "Texas42",
    "texas42-worlds": "Texas42",
}
# Where not all of a schema is asked for: what is.
PARTS = {"euchre-answer": ["Judgement", "TableAnswer", "LegalMoves", "EuchreView", "ScoreAnswer", "ReadAnswer"]}
# Names that would be taken for something else in Python.
RENAMED = {"Example": "WordExample", "Problem": "ProfileProblem"}

HEAD = '''"""The answers of the library: one class for each kind, with the fields that docs/json.md shows.

This file is made by python/answers.py from docs/schema. `str(answer)` is the answer in words, `answer.to_dict()` the same as
on the wire. A count of deals is an `int` here.
"""

from __future__ import annotations

from typing import Any

from fairdeal._answer import Answer, Count, any_of, by_name, each, either, one

__all__ = %s
'''


class Maker:
    """Collects classes, in the order in which they are needed."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.unions: dict[str, list[str]] = {}

    def schema(self, schema: dict, prefix: str, parts: list[str] | None) -> None:
        self.defs, self.prefix, self.root = schema.get("$defs", {}), prefix, schema
        if parts is not None:
            for part in parts:
                self.object(self.name(part), self.defs[part])
            return
        title = schema["title"]
        if schema.get("type") != "array":
            self.named(title, schema)
        else:
            self.kind(schema)

    def name(self, name: str) -> str:
        name = RENAMED.get(name, name)
        return self.prefix + name.removeprefix(self.prefix).removesuffix("Answer") if self.prefix else name

    def named(self, name: str, schema: dict) -> tuple[str, str]:
        """The type of a definition, as an annotation and as what converts it."""
        if name == "Count":
            return "int", "Count"
        choices = schema.get("oneOf") or schema.get("anyOf")
        if choices and "properties" not in schema:
            if all(choice.get("type") == "string" for choice in choices):
                return "str", "None"
            return self.union(self.name(name), choices)
        if choices:
            return self.union(self.name(name), [with_shared(schema, self.defs, choice) for choice in choices])
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            return self.object(self.name(name), schema)
        return self.kind(schema)

    def union(self, name: str, choices: list[dict]) -> tuple[str, str]:
        if name in self.unions and not self.unions[name]:
            # It is being made: a union that holds itself.
            return name, f"any_of({name!r})"
        if name not in self.unions:
            self.unions[name] = []
            found = []
            for choice in choices:
                if "$ref" in choice:
                    found.append(self.kind(choice)[0])
                elif "title" in choice:
                    found.append(self.object(choice["title"], choice)[0])
                elif choice.get("type") == "object":
                    fields = choice["properties"]
                    constants = [field["const"] for field in fields.values() if "const" in field]
                    # What tells it from the others: its constant, or its first field.
                    own = constants[0].title() + name if constants else name + next(iter(fields)).title()
                    found.append(self.object(own, choice)[0])
            self.unions[name] = [one for one in found if one in self.classes]
        return " | ".join(self.unions[name]), f"either({', '.join(map(repr, self.unions[name]))})"

    def object(self, name: str, schema: dict) -> tuple[str, str]:
        if name in self.classes:
            return name, f"one({name!r})"
        self.classes[name] = ""
        needed = set(schema.get("required", ()))
        fields, converted = [], []
        for field, kind in schema["properties"].items():
            annotation, conversion = self.kind(kind)
            if field not in needed and "None" not in annotation:
                annotation += " | None"
            shown = field + "_" if keyword.iskeyword(field) else field
            fields.append(f"    {shown}: {annotation}\n{docstring(kind.get('description', ''), 4)}")
            converted.append(f'        "{field}": {conversion},\n')
        text = f"class {name}(Answer):\n{docstring(schema.get('description', ''), 4)}\n" + "".join(fields)
        text += "\n    _fields = {\n" + "".join(converted) + "    }\n"
        # What it needs comes before it.
        del self.classes[name]
        self.classes[name] = text
        return name, f"one({name!r})"

    def kind(self, schema: dict) -> tuple[str, str]:
        """The type of a field."""
        if "$ref" in schema:
            if schema["$ref"] == "#":
                return self.named(self.root["title"], self.root)
            name = schema["$ref"].rsplit("/", 1)[1]
            return self.named(name, self.defs[name])
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices:
            real = [choice for choice in choices if choice.get("type") != "null"]
            if len(real) == 1:
                annotation, conversion = self.kind(real[0])
                return (annotation + " | None" if len(real) < len(choices) else annotation), conversion
            return "Any", "None"
        kinds = schema.get("type", "object")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        end = " | None" if "null" in kinds else ""
        kind = next(kind for kind in kinds if kind != "null")
        plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        if kind in plain:
            return plain[kind] + end, "None"
        if kind == "array":
            annotation, conversion = self.kind(schema["items"]) if isinstance(schema.get("items"), dict) else ("Any", "None")
            return f"list[{annotation}]{end}", "None" if conversion == "None" else f"each({conversion})"
        inner = schema.get("additionalProperties")
        properties = list(schema.get("properties", {}).values())
        if isinstance(inner, dict):
            annotation, conversion = self.kind(inner)
        elif properties and all(strip(one) == strip(properties[0]) for one in properties):
            annotation, conversion = self.kind(properties[0])
        else:
            annotation, conversion = "Any", "None"
        return f"dict[str, {annotation}]{end}", "None" if conversion == "None" else f"by_name({conversion})"


def strip(schema: dict) -> dict:
    return {name: value for name, value in schema.items() if name != "description"}


def with_shared(schema: dict, defs: dict, choice: dict) -> dict:
    """One of several shapes of an object that has some fields in all of them."""
    name = choice["$ref"].rsplit("/", 1)[1]
    own = defs[name]
    return {
        "title": name,
        "type": "object",
        "description": own.get("description", ""),
        "properties": {**own["properties"], **schema["properties"]},
        "required": own.get("required", []) + schema.get("required", []),
    }


def docstring(text: str, indent: int) -> str:
    """The first paragraph; examples in Rust are left out, and names are not linked."""
    text = text.split("\n\n")[0].split("```")[0].strip()
    text = re.sub(r"\[(`[^`]*`)\]", r"\1", " ".join(text.split()))
    text = re.sub(r"\bnull\b", "None", text)
    if not text:
        return ""
    pad = " " * indent
    lines = textwrap.wrap(f'"""{text}"""', 120 - indent, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{pad}{line}\n" for line in lines)


def made() -> str:
    maker = Maker()
    for name, prefix in ASKED.items():
        schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
        maker.schema(schema, prefix, PARTS.get(name))
    unions = {name: members for name, members in maker.unions.items() if name not in maker.classes}
    names = sorted([*maker.classes, *unions])
    listed = "[\n" + "".join(f'    "{name}",\n' for name in names) + "]"
    text = HEAD % listed
    for body in maker.classes.values():
        text += "\n\n" + body
    for name, members in unions.items():
        text += f"\n\n{name} = {' | '.join(members)}"
    return text.rstrip() + "\n"


def main() -> int:
    text = made()
    if sys.argv[1:] == ["--check"]:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print("python/fairdeal/answers.py is not what the schemas say: run python/answers.py")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
