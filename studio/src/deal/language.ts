/** The dealer language for the editor: colours, completion and hovers, all from the engine's table of words. */
import { type Completion, type CompletionContext, autocompletion } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, type StreamParser, syntaxHighlighting } from "@codemirror/language";
import { type Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Word } from "../engine/answers";

const kinds: Record<string, string> = {
  hand: "function",
  counts: "function",
  deal: "function",
  statement: "keyword",
  action: "keyword",
  operator: "keyword",
  place: "atom",
};

/** Every spelling of every word. */
export const spellings = (words: Word[]): Map<string, Word> => {
  const known = new Map<string, Word>();
  for (const word of words) for (const spelling of [word.name, ...word.spellings]) known.set(spelling.toLowerCase(), word);
  return known;
};

const parser = (known: Map<string, Word>): StreamParser<{ inComment: boolean }> => ({
  startState: () => ({ inComment: false }),
  token(stream, state) {
    if (state.inComment || stream.match("/*")) {
      state.inComment = !stream.match(/^.*?\*\//);
      if (state.inComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^(#|\/\/).*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^[SHDCshdc]?[AKQJTakqjt2-9]*\d+(\.\d+)?/)) return "number";
    if (stream.match(/^\$\d/)) return "atom";
    const name = stream.match(/^[A-Za-z_]\w*/);
    if (name && typeof name !== "boolean") {
      const word = known.get(name[0].toLowerCase());
      return word ? (kinds[word.group] ?? "keyword") : "variableName";
    }
    if (stream.match(/^(&&|\|\||[<>=!]=?|[-+*/%?:])/)) return "operator";
    stream.next();
    return null;
  },
  tokenTable: { function: tags.function(tags.variableName) },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.atom, class: "tok-atom" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.function(tags.variableName), class: "tok-function" },
]);

const described = (word: Word): HTMLElement => {
  const box = document.createElement("div");
  box.className = "word";
  const head = box.appendChild(document.createElement("code"));
  head.textContent = word.name + (word.arguments ?? "");
  box.appendChild(document.createElement("p")).textContent = word.meaning;
  if (word.example) box.appendChild(document.createElement("p")).textContent = `${word.example.hand} has ${word.example.value}`;
  if (word.source) {
    const source = box.appendChild(document.createElement("p"));
    source.className = "source";
    source.textContent = word.source;
  }
  return box;
};

const completions = (known: Map<string, Word>) => {
  const options: Completion[] = [...known].map(([label, word]) => ({
    label: label === word.name.toLowerCase() ? word.name : label,
    type: kinds[word.group] ?? "keyword",
    detail: word.arguments ?? "",
    info: () => described(word),
    boost: label === word.name.toLowerCase() ? 1 : 0,
  }));
  return (context: CompletionContext) => {
    const before = context.matchBefore(/[A-Za-z_]\w*/);
    if (!before || (before.from === before.to && !context.explicit)) return null;
    const text = context.state.doc.sliceString(0, 200_000);
    const names = new Set([...text.matchAll(/^\s*([A-Za-z_]\w*)\s*=(?!=)/gm)].map((found) => found[1] ?? ""));
    const own: Completion[] = [...names].filter((name) => name && !known.has(name.toLowerCase())).map((label) => ({ label, type: "variable", boost: 2 }));
    return { from: before.from, options: [...own, ...options], validFor: /^\w*$/ };
  };
};

export const dealerLanguage = (words: Word[]): Extension => {
  const known = spellings(words);
  const hover = hoverTooltip((view, position) => {
    const { from, text } = view.state.doc.lineAt(position);
    for (const found of text.matchAll(/[A-Za-z_]\w*/g)) {
      const start = from + (found.index ?? 0);
      const end = start + found[0].length;
      const word = known.get(found[0].toLowerCase());
      if (word && start <= position && position <= end) return { pos: start, end, above: true, create: () => ({ dom: described(word) }) };
    }
    return null;
  });
  return [StreamLanguage.define(parser(known)), syntaxHighlighting(colours), autocompletion({ override: [completions(known)] }), hover];
};
