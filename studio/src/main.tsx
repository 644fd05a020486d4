/** The page: its head, its rooms, and what makes it work without a network. */
import { signal } from "@preact/signals";
import { render } from "preact";
import { BoardsRoom } from "./boards/room";
import { DealRoom } from "./deal/room";
import * as state from "./deal/state";
import { nextTheme, theme } from "./theme";

type Room = "deal" | "boards";
const roomOf = (fragment: string): Room => (fragment === "#boards" ? "boards" : "deal");
const room = signal<Room>(roomOf(location.hash));
addEventListener("hashchange", () => (room.value = roomOf(location.hash)));

const rooms: { room: Room; name: string }[] = [
  { room: "deal", name: "Deal" },
  { room: "boards", name: "Boards" },
];

const Rooms = () => (
  <nav aria-label="Rooms">
    {rooms.map((one) => (
      <a key={one.room} href={`#${one.room}`} {...(room.value === one.room && { "aria-current": "page" as const })}>
        {one.name}
      </a>
    ))}
  </nav>
);

const Message = () => (
  <p class={`message ${state.message.value ? "" : "is-empty"}`} role="status">
    {state.message.value}
    {state.message.value && (
      <button type="button" class="quiet small" onClick={() => (state.message.value = "")}>
        Close
      </button>
    )}
  </p>
);

const Page = () => (
  <>
    <a class="skip" href="#main">
      To the room
    </a>
    <header class="head">
      <p class="brand">
        <span class="mark" aria-hidden="true">
          <i class="suit-S">♠</i>
          <i class="suit-H">♥</i>
          <i class="suit-D">♦</i>
          <i class="suit-C">♣</i>
        </span>
        Fairdeal <b>studio</b>
      </p>
      <Rooms />
      <p class="promise">Runs in this page. Nothing is sent anywhere.</p>
      {room.value === "deal" && (
        <button type="button" class="quiet" onClick={() => void state.share()}>
          Share
        </button>
      )}
      <button type="button" class="quiet" onClick={nextTheme} title="Light, dark, or as the system has it">
        <span aria-hidden="true">◐</span> {theme.value === "system" ? "auto" : theme.value}
        <span class="unseen"> colours</span>
      </button>
    </header>
    <Message />
    <main id="main" tabindex={-1}>
      <h1 class="unseen">{room.value === "deal" ? "Deal" : "Boards"}</h1>
      {room.value === "deal" ? <DealRoom /> : <BoardsRoom />}
    </main>
  </>
);

const root = document.getElementById("studio");
if (root) {
  root.replaceChildren();
  render(<Page />, root);
}

// After the first visit the page needs no network.
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register("./sw.js").catch(() => undefined);
