/** The room Profile: what each seat should hold, as a form, with its odds beside it. */
import { useEffect, useState } from "preact/hooks";
import { Controls } from "../cards/controls";
import { seatNames, seats } from "../cards/hands";
import { Results, SaveRun, Suits } from "../cards/results";
import { message } from "../message";
import { oneIn, percent, plural } from "../numbers";
import { addType, inShort, number, removeType, sideOf, text, typePath, typesOf, written } from "./document";
import { HandForm, Said } from "./hand";
import { PairsPanel } from "./pairs";
import * as state from "./state";

const About = () => {
  const document = state.document.value;
  return (
    <section class="panel profile-about" aria-labelledby="profile-title">
      <div class="panel-head">
        <h2 id="profile-title">Profile</h2>
        <button type="button" class="quiet small" disabled={!state.canUndo()} onClick={state.undo}>
          Undo
        </button>
        <button type="button" class="quiet small" disabled={!state.canRedo()} onClick={state.redo}>
          Redo
        </button>
        <button type="button" class="quiet small" onClick={state.begin}>
          New
        </button>
        <label class="button quiet small">
          Open
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void state.openFile(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <button type="button" class="quiet small" onClick={() => state.saveFile()}>
          Save
        </button>
        <label class="unlabelled">
          <span class="unseen">Example profiles</span>
          <select
            value=""
            onChange={(event) => {
              const name = event.currentTarget.value;
              event.currentTarget.value = "";
              if (name) void state.openExample(name);
            }}
          >
            <option value="">Examples …</option>
            {state.examples.value.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}: {one.about}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="fields">
        <label class="grow">
          <span>Name</span>
          <input type="text" value={text(document.profile_name)} onInput={(event) => state.set(["profile_name"], event.currentTarget.value)} />
        </label>
        <label>
          <span>Dealer</span>
          <select value={text(document.dealer)} onChange={(event) => state.set(["dealer"], event.currentTarget.value)}>
            {seats.map((seat) => (
              <option key={seat} value={seat}>
                {seatNames[seat]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>For those who</span>
          <select value={text(document.tag)} onChange={(event) => state.set(["tag"], event.currentTarget.value)}>
            <option value="Opener">open</option>
            <option value="Overcaller">overcall</option>
          </select>
        </label>
        <label class="grow">
          <span>What it teaches</span>
          <input type="text" value={text(document.description)} onInput={(event) => state.set(["description"], event.currentTarget.value)} />
        </label>
        <label class="check">
          <input type="checkbox" checked={document.rotate_deals_by_default !== false} onChange={(event) => state.set(["rotate_deals_by_default"], event.currentTarget.checked)} />
          <span>turn half of the boards round</span>
        </label>
      </div>
      <Said path={["profile_name"]} />
      <Elsewhere />
    </section>
  );
};

/** What is said of places that no field of the form shows. */
const Elsewhere = () => {
  const shown = /^(seat_profiles\.|subprofile_exclusions|pair_constraints|(ns|ew)_(role_mode|bespoke_map)|profile_name)/;
  const rest = state.said().filter((one) => !shown.test(one.path));
  if (rest.length === 0) return null;
  return (
    <ul class="findings" aria-label="What is to be said of the profile">
      {rest.slice(0, 6).map((one) => (
        <li key={`${one.path} ${one.message}`} class={one.severity}>
          {one.path && <span class="where">{one.path}</span>}
          <span>{one.message}</span>
        </li>
      ))}
    </ul>
  );
};

const Hands = () => {
  const document = state.document.value;
  const seat = state.seat.value;
  const types = typesOf(document, seat);
  const index = Math.min(state.type.value, types.length - 1);
  const one = types[index] ?? {};
  const shares = state.check.value?.shares?.[seat];
  const usage = `${sideOf(seat).toLowerCase()}_role_usage`;
  return (
    <section class="panel" aria-labelledby="hands-title">
      <h2 id="hands-title">What each seat holds</h2>
      <div class="seat-tabs" role="group" aria-label="Seats">
        {seats.map((one) => {
          const types = typesOf(document, one);
          const worst = state.saidAt(`seat_profiles.${one}`).find((said) => said.severity !== "note");
          return (
            <button
              key={one}
              type="button"
              class={`seat-tab ${worst ? `has-${worst.severity}` : ""}`}
              aria-pressed={one === seat}
              onClick={() => {
                state.seat.value = one;
                state.type.value = 0;
              }}
            >
              <b>{seatNames[one]}</b>
              <small>{types.length > 1 ? plural(types.length, "hand type") : inShort(types[0] ?? {})}</small>
              {worst && <span class="unseen">, something is wrong</span>}
            </button>
          );
        })}
      </div>
      <div class="row type-tabs" role="group" aria-label={`Hand types of ${seatNames[seat]}`}>
        {types.length > 1 &&
          types.map((type, i) => (
            <button key={i} type="button" class="tab" aria-pressed={i === index} onClick={() => (state.type.value = i)}>
              {text(type.name) || `type ${i + 1}`}
            </button>
          ))}
        <button
          type="button"
          class="quiet small"
          onClick={() => {
            state.change(addType(document, seat));
            state.type.value = types.length;
          }}
        >
          {types.length > 1 ? "Another" : "Add a hand type"}
        </button>
      </div>
      {types.length > 1 && (
        <div class="fields">
          <label class="grow">
            <span>Name of this type</span>
            <input type="text" value={text(one.name)} placeholder={`type ${index + 1}`} onInput={(event) => state.set([...typePath(seat, index), "name"], event.currentTarget.value || undefined)} />
          </label>
          <label>
            <span>Weight, percent</span>
            <input
              type="number"
              min={0}
              max={100}
              value={number(one.weight_percent, 0)}
              onInput={(event) => state.set([...typePath(seat, index), "weight_percent"], Math.max(0, Number(event.currentTarget.value) || 0))}
            />
          </label>
          <label>
            <span>When</span>
            <select value={text(one[usage]) || "any"} onChange={(event) => state.set([...typePath(seat, index), usage], event.currentTarget.value)}>
              <option value="any">always</option>
              <option value="driver_only">this seat chooses</option>
              <option value="follower_only">the partner chooses</option>
            </select>
          </label>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              state.change(removeType(document, seat, index));
              state.type.value = 0;
            }}
          >
            Remove
          </button>
        </div>
      )}
      {types.length > 1 && shares?.[index] !== undefined && <p class="hint">It comes on {percent(shares[index])} of the boards.</p>}
      <OwnFindings path={`seat_profiles.${seat}`} seat={seat} index={index} />
      <HandForm key={`${seat} ${index}`} seat={seat} index={index} one={one} />
    </section>
  );
};

/** What is said of a seat or a type as a whole, or of another type of it. */
const OwnFindings = ({ path, seat, index }: { path: string; seat: "N" | "E" | "S" | "W"; index: number }) => {
  const own = written(typePath(seat, index));
  const fields = new RegExp(`^${own.replace(/[.[\]]/g, "\\$&")}\\.(standard\\.|allowed_shapes|\\w+_constraint)`);
  const found = state.saidAt(path).filter((one) => !fields.test(one.path));
  if (found.length === 0) return null;
  return (
    <ul class="findings" aria-label={`What is to be said of ${seatNames[seat]}`}>
      {found.slice(0, 4).map((one) => {
        const other = /subprofiles\[(\d+)\]/.exec(one.path)?.[1];
        return (
          <li key={`${one.path} ${one.message}`} class={one.severity}>
            {other !== undefined && Number(other) !== index && <span class="where">type {Number(other) + 1}</span>}
            <span>{one.message}</span>
          </li>
        );
      })}
    </ul>
  );
};

const OddsPanel = () => {
  const error = state.oddsError.value;
  const shown = state.odds.value;
  const isOld = state.oddsAreOld.value;
  const odds = shown?.odds;
  const reasons = state.check.value?.left_out ?? [];
  const progress = state.oddsProgress.value;
  const rows = [...(odds?.combinations ?? [])].sort((one, other) => one.probability - other.probability);
  return (
    <section class="odds panel" aria-labelledby="odds-title" aria-busy={isOld}>
      <h2 id="odds-title">How likely</h2>
      <div class={isOld ? "is-old" : ""} aria-live="polite">
        {error === "never" ? (
          <>
            <p class="odds-big">
              Never<span class="badge exact">{isOld ? "of the form before" : "exact"}</span>
            </p>
            {reasons.map((one) => (
              <p key={one.reason} class="odds-error">
                {one.reason}
              </p>
            ))}
          </>
        ) : error ? (
          <p class="odds-error" role="alert">
            {error}
          </p>
        ) : odds ? (
          <>
            <p class="odds-big">
              {odds.probability > 0 ? `1 in ${oneIn(odds.probability)}` : "None found"}
              <span class={odds.exact ? "badge exact" : "badge"}>{isOld ? "of the form before" : odds.exact ? "exact" : "estimate"}</span>
            </p>
            <p class="odds-more">
              <b>{percent(odds.probability)}</b> of all deals: {shown.rarity}.{" "}
              {!odds.exact && !isOld && (
                <button type="button" class="quiet small" onClick={() => void state.count("patient")}>
                  Count exactly
                </button>
              )}
            </p>
            {odds.left_out > 0 && (
              <p class="odds-more">
                {plural(odds.left_out, "combination")} cannot be dealt and {odds.left_out === 1 ? "is" : "are"} left out: {reasons.map((one) => one.reason).join("; ")}
              </p>
            )}
            {rows.length > 1 && (
              <details>
                <summary>{plural(rows.length, "combination")} of hand types and suits</summary>
                <table class="combinations">
                  <thead>
                    <tr>
                      <th scope="col">Share</th>
                      <th scope="col">1 in</th>
                      <th scope="col">Combination</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.slice(0, 40).map((one) => (
                      <tr key={one.combination}>
                        <td class="number">{percent(one.share)}</td>
                        <td class="number">{one.probability > 0 ? `${one.exact ? "" : "about "}${oneIn(one.probability)}` : "?"}</td>
                        <td>{one.combination}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {rows.length > 40 && <p class="hint">and {rows.length - 40} that are less rare</p>}
              </details>
            )}
          </>
        ) : (
          <p class="odds-big">…</p>
        )}
      </div>
      {progress && (
        <p class="counting" role="status">
          <span class="spin" aria-hidden="true" /> {progress.doing || "counting"} …{" "}
          <button type="button" class="quiet small" onClick={state.stopCounting}>
            Stop counting
          </button>
        </p>
      )}
    </section>
  );
};

const Shelf = () => (
  <section class="panel shelf" aria-labelledby="shelf-title">
    <div class="panel-head">
      <h2 id="shelf-title">Kept in this browser</h2>
      <button type="button" class="quiet small" onClick={() => void state.keepIt()}>
        Keep this one
      </button>
    </div>
    {state.onShelf.value.length === 0 && <p class="hint">None yet. They stay on this machine; Save puts one into a file that the command and other people can read.</p>}
    <ul>
      {state.onShelf.value.map((one) => (
        <li key={one.name} class="row">
          <button type="button" class="quiet grow" onClick={() => state.open(one.document)}>
            {one.name}
          </button>
          <button type="button" class="quiet small" onClick={() => state.saveFile(one.document)}>
            Save<span class="unseen"> {one.name}</span>
          </button>
          <button type="button" class="quiet small" onClick={() => void state.forget(one)}>
            Remove<span class="unseen"> {one.name}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

export const ProfileRoom = () => {
  useEffect(() => void state.enter(), []);
  const [isOver, setOver] = useState(false);
  const { run } = state;
  return (
    <div
      class={`deal-room profile-room ${isOver ? "is-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file) void state.openFile(file);
      }}
    >
      <div class="left">
        <About />
        <Hands />
        <PairsPanel />
        <Shelf />
      </div>
      <div class="right">
        <OddsPanel />
        <Controls
          boards={state.boardsAsked}
          seed={state.seed}
          isDealing={run.isDealing.value}
          onChange={state.keepDraft}
          onDeal={() => void state.deal()}
          onStop={() => run.stopDealing()}
        />
        <Results run={run}>
          <Suits />
          <p>
            Say on the left what each seat holds, and press <b>Deal</b>. Each hand type comes as often as its weight says, however rare it is, and every deal of it
            has the same chance. A profile of yours can be dropped here.
          </p>
        </Results>
        <SaveRun run={run} onNote={(note) => (message.value = note)} />
      </div>
    </div>
  );
};
