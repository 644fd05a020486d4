/** What is to be said of a script, a line each. */
import type { Diagnostic } from "../engine/answers";

export const Findings = ({ found }: { found: Diagnostic[] }) => {
  if (found.length === 0) return null;
  return (
    <ul class="findings" aria-label="What is to be said of the script" aria-live="polite">
      {found.slice(0, 8).map((one, i) => (
        <li key={i} class={one.severity}>
          <span class="where">
            {one.line}:{one.column}
          </span>
          <span>
            {one.message}
            {one.help && <em> {one.help}</em>}
          </span>
        </li>
      ))}
    </ul>
  );
};
