/** Files to disk, in every format, and paper. */
import { useEffect, useState } from "preact/hooks";
import type { FormatList } from "../engine/answers";
import { formats } from "../engine/engine";

type What = { value: string; label: string };
type Props = {
  whats: What[];
  isBusy: boolean;
  onSave: (format: string, ending: string, style: Record<string, string | number | boolean>, what: string, withResults: boolean) => void;
};

export const Save = ({ whats, isBusy, onSave }: Props) => {
  const [list, setList] = useState<FormatList>();
  const [format, setFormat] = useState("pbn");
  const [what, setWhat] = useState(whats[0]?.value ?? "all");
  const [results, setResults] = useState(false);
  const [layout, setLayout] = useState("");
  const [audience, setAudience] = useState("");
  const [title, setTitle] = useState("");
  useEffect(() => void formats().then(setList, () => undefined), []);
  const chosen = list?.formats.find((one) => one.name === format);
  const save = () => {
    if (!chosen) return;
    const style = chosen.paper ? { ...(layout && { layout }), ...(audience && { audience }), ...(title && { title }) } : {};
    onSave(format, chosen.extensions[0] ?? format, style, whats.some((one) => one.value === what) ? what : "all", results && chosen.results);
  };
  return (
    <section class="save panel" aria-labelledby="save-title">
      <h2 id="save-title">Take them along</h2>
      <div class="fields">
        <label>
          <span>Format</span>
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {list?.formats.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        {whats.length > 1 && (
          <label>
            <span>Boards</span>
            <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
              {whats.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
        )}
        {chosen?.paper && (
          <>
            <label>
              <span>On the page</span>
              <select value={layout} onChange={(event) => setLayout(event.currentTarget.value)}>
                <option value="">usual</option>
                {list?.layouts.map((one) => (
                  <option key={one.name} value={one.name}>
                    {one.name}: {one.about}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>For</span>
              <select value={audience} onChange={(event) => setAudience(event.currentTarget.value)}>
                <option value="">usual</option>
                {list?.audiences.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>Title</span>
              <input type="text" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
            </label>
          </>
        )}
        {chosen?.results && (
          <label class="check">
            <input type="checkbox" checked={results} onChange={(event) => setResults(event.currentTarget.checked)} />
            <span>with double dummy results</span>
          </label>
        )}
      </div>
      {chosen && <p class="hint">{chosen.about}</p>}
      <div class="row">
        <button type="button" onClick={save} disabled={isBusy || !chosen}>
          Download
        </button>
        <button type="button" class="quiet" onClick={() => window.print()}>
          Print what is shown
        </button>
      </div>
    </section>
  );
};
