/** What is typed into a field, until it is taken. */
import { useState } from "preact/hooks";

/**
 * What a field shows whose value is told from elsewhere, and what to call while somebody types (with nothing: it is done). What is typed belongs to
 * the value that it was typed over: when that changes there is no draft, so nothing is left to put right after the field was drawn.
 */
export const useDraft = (value: string): [string, (typed?: string) => void] => {
  const [draft, setDraft] = useState({ over: value, typed: value });
  return [draft.over === value ? draft.typed : value, (typed = value) => setDraft({ over: value, typed })];
};
