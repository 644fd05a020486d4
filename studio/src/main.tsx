/** The page: its head, its rooms, and what makes it work without a network. */
import { signal } from "@preact/signals";
import { render } from "preact";
import { BoardsRoom } from "./boards/room";
import { DealRoom } from "./deal/room";
import { share } from "./deal/state";
import { EuchreRoom } from "./euchre/room";
import { LevelRoom } from "./level/room";
import { message } from "./message";
import { ProfileRoom } from "./profile/room";
import { Texas42Room } from "./texas42/room";
import { nextTheme, theme } from "./theme";

const rooms = [
  { room: "deal", name: "Deal", Content: DealRoom },
  { room: "profile", name: "Profile", Content: ProfileRoom },
  { room: "level", name: "Level", Content: LevelRoom },
  { room: "boards", name: "Boards", Content: BoardsRoom },
  { room: "euchre", name: "Euchre", Content: EuchreRoom },
  { room: "texas42", name: "Texas 42", Content: Texas42Room },
];
const roomOf = (fragment: string) => rooms.find((one) => fragment === `#${one.room}`) ?? DEAL;
const DEAL = rooms[0] as (typeof rooms)[number];
const room = signal(roomOf(location.hash));
// What goes to the room itself is no other room.
addEventListener("hashchange", () => location.hash !== "#main" && (room.value = roomOf(location.hash)));

const Rooms = () => (
  <nav aria-label="Rooms">
    {rooms.map((one) => (
      <a key={one.room} href={`#${one.room}`} {...(room.value === one && { "aria-current": "page" as const })}>
        {one.name}
      </a>
    ))}
  </nav>
);

const Message = () => (
  <p class={`message ${message.value ? "" : "is-empty"}`} role="status">
    {message.value}
    {message.value && (
      <button type="button" class="quiet small" onClick={() => (message.value = "")}>
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
      <a class="guide" href="./guide/welcome.html">
        Guide
      </a>
      <p class="promise">Runs in this page. Nothing is sent anywhere.</p>
      {room.value === DEAL && (
        <button type="button" class="quiet" onClick={() => void share()}>
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
      <h1 class="unseen">{room.value.name}</h1>
      <room.value.Content />
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
