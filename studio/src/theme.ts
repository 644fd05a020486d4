/** Light or dark: as the system has it, unless someone chose. */
import { signal } from "@preact/signals";
import { kept } from "./kept";

export type Theme = "light" | "dark" | "system";
const names: Theme[] = ["system", "light", "dark"];
const first = kept.read<Theme>("theme");
export const theme = signal<Theme>(first && names.includes(first) ? first : "system");

const show = () => {
  document.documentElement.dataset.theme = theme.value;
};
show();

export const nextTheme = () => {
  theme.value = names[(names.indexOf(theme.value) + 1) % names.length] ?? "system";
  kept.write("theme", theme.value);
  show();
};
