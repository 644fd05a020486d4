/** What the page says to whoever uses it, in one line below its head. */
import { signal } from "@preact/signals";

export const message = signal("");
