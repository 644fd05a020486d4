/** The room Boards: any file of boards, looked at, changed and written anew. */
import { useState } from "preact/hooks";
import { BoardList } from "../cards/list";
import { Save } from "../cards/save";
import { plural } from "../numbers";
import * as state from "./state";

const Drop = () => {
  const [isOver, setOver] = useState(false);
  const given = state.file.value;
  return (
    <div
      class={`drop panel ${isOver ? "is-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer?.files[0];
        if (dropped) void state.open(dropped);
      }}
    >
      <p>{given ? <b>{given.name}</b> : "Drop a file of boards here: PBN, LIN, CSV, JSON, RBN, BRI, DUP, DLM, or lines of hands."}</p>
      <label class="button quiet">
        Choose a file
        <input
          type="file"
          class="unseen"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) void state.open(chosen);
            event.currentTarget.value = "";
          }}
        />
      </label>
    </div>
  );
};

const Changes = () => (
  <form
    class="panel fields"
    aria-label="Change the boards"
    onSubmit={(event) => {
      event.preventDefault();
      void state.look();
    }}
  >
    <label class="grow">
      <span>Only boards with</span>
      <input type="text" class="mono" value={state.filter.value} placeholder="hcp(north) > 10" spellcheck={false} onInput={(event) => (state.filter.value = event.currentTarget.value)} />
    </label>
    <button type="submit" class="quiet">
      Filter
    </button>
    <label>
      <span>Turned by</span>
      <select
        value={state.turn.value}
        onChange={(event) => {
          state.turn.value = Number(event.currentTarget.value);
          void state.look();
        }}
      >
        <option value={0}>not at all</option>
        <option value={1}>one seat</option>
        <option value={2}>two seats</option>
        <option value={3}>three seats</option>
      </select>
    </label>
    <label class="check">
      <input
        type="checkbox"
        checked={state.renumber.value}
        onChange={(event) => {
          state.renumber.value = event.currentTarget.checked;
          void state.look();
        }}
      />
      <span>numbered from 1</span>
    </label>
    <label class="check">
      <input
        type="checkbox"
        checked={state.turnToDealer.value}
        onChange={(event) => {
          state.turnToDealer.value = event.currentTarget.checked;
          void state.look();
        }}
      />
      <span>turned to their dealers</span>
    </label>
  </form>
);

const Problems = () => {
  const read = state.read.value;
  if (!read || read.problems.length === 0) return null;
  return (
    <details class="notice error">
      <summary>{plural(read.problems.length + read.further, "thing")} wrong with the file; the other boards are here</summary>
      <ul>
        {read.problems.slice(0, 50).map((one, place) => (
          <li key={place}>
            line {one.line}: {one.message}
          </li>
        ))}
      </ul>
    </details>
  );
};

export const BoardsRoom = () => {
  const boards = state.boards.value;
  const read = state.read.value;
  const busy = state.busyWith.value;
  const whole = boards.filter((board) => !board.tricks).length;
  return (
    <div class="boards-room">
      <Drop />
      {state.error.value && (
        <p class="notice error" role="alert">
          {state.error.value}
        </p>
      )}
      {busy && (
        <p class="notice" role="status">
          <span class="spin" aria-hidden="true" /> {busy} …{" "}
          <button type="button" class="quiet small" onClick={state.stop}>
            Stop
          </button>
        </p>
      )}
      {state.file.value && <Changes />}
      <Problems />
      {read?.notes.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
      {boards.length > 0 && (
        <section class="results" aria-labelledby="of-the-file">
          <h2 id="of-the-file" class="unseen">
            Boards of the file
          </h2>
          {whole > 0 && whole <= 200 && !busy && (
            <button type="button" class="quiet solve-all" onClick={() => void state.solve(boards)}>
              Solve {plural(whole, "board")}
            </button>
          )}
          <BoardList boards={boards} of={read?.read ?? boards.length} stars={new Set()} onSolve={(list) => void state.solve(list)} />
          <Save whats={[]} isBusy={busy !== ""} onSave={(format, ending, style, _, results) => void state.save(format, ending, style, results)} />
        </section>
      )}
    </div>
  );
};
