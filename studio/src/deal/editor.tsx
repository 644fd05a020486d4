/** The editor of scripts. What is wrong comes from the engine, and is marked in the text. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { useEffect, useRef } from "preact/hooks";
import type { Diagnostic, Word } from "../engine/answers";
import { dealerLanguage } from "./language";

/** `opened` is what was last put into the editor from outside: another object each time, so that typing is never undone by it. */
type Props = { opened: { text: string }; text: () => string; words: Word[]; diagnostics: Diagnostic[]; onText: (text: string) => void; onDeal: () => void };

/** The place of a line and a column, both from 1, the column in characters. */
const placeOf = (state: EditorState, line: number, column: number): number => {
  const found = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const before = [...found.text].slice(0, Math.max(column - 1, 0)).join("");
  return Math.min(found.from + before.length, found.to);
};

const marks = (state: EditorState, diagnostics: Diagnostic[]): Mark[] =>
  diagnostics.flatMap((found) => {
    const severity = found.severity === "error" ? ("error" as const) : ("warning" as const);
    const message = found.help ? `${found.message}: ${found.help}` : found.message;
    const places = [{ ...found, message }, ...found.related.map((other) => ({ ...other, message: other.label }))];
    return places.map((place) => {
      const from = placeOf(state, place.line, place.column);
      const to = placeOf(state, place.end_line, place.end_column);
      return { from, to: Math.max(from, to), severity, message: place.message };
    });
  });

export const Editor = ({ opened, text, words, diagnostics, onText, onDeal }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const language = useRef(new Compartment());
  const told = useRef({ onText, onDeal });
  told.current = { onText, onDeal };

  useEffect(() => {
    if (!box.current) return;
    const run = () => (told.current.onDeal(), true);
    const state = EditorState.create({
      doc: text(),
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        lintGutter(),
        placeholder("condition hcp(south) >= 15"),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Script", spellcheck: "false", autocapitalize: "off" }),
        language.current.of(dealerLanguage(words)),
        // Tab leaves the editor: whoever has no mouse must not be caught in it.
        keymap.of([{ key: "Mod-Enter", run }, ...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) told.current.onText(update.state.doc.toString());
        }),
      ],
    });
    // In a tree of its own the editor brings its styles as sheets, which the page's policy allows, and not as elements, which it
    // does not. The page's own sheet is wanted there too.
    const shadow = box.current.shadowRoot ?? box.current.attachShadow({ mode: "open" });
    const sheet = document.querySelector("link[rel=stylesheet]")?.cloneNode();
    const inner = document.createElement("div");
    inner.className = "editor";
    shadow.replaceChildren(...(sheet ? [sheet] : []), inner);
    view.current = new EditorView({ state, parent: inner, root: shadow });
    return () => view.current?.destroy();
  }, []);

  const isFirst = useRef(true);
  useEffect(() => {
    const now = view.current;
    if (isFirst.current) isFirst.current = false;
    else if (now && now.state.doc.toString() !== opened.text) now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: opened.text } });
  }, [opened]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(dealerLanguage(words)) });
  }, [words]);

  useEffect(() => {
    const now = view.current;
    if (now) now.dispatch(setDiagnostics(now.state, marks(now.state, diagnostics)));
  }, [diagnostics]);

  return <div ref={box} />;
};
