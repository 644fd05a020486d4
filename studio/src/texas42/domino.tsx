/** Dominoes, drawn: two squares with their pips. */

/** Where the pips of a number lie, in thirds of a square. */
const places: [number, number][][] = [
  [],
  [[1, 1]],
  [[0, 0], [2, 2]],
  [[0, 0], [1, 1], [2, 2]],
  [[0, 0], [2, 0], [0, 2], [2, 2]],
  [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
];

/** All 28, as they are written: the higher end first. */
export const all: string[] = Array.from({ length: 7 }, (_, high) => Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`)).flat();
/** The higher end first, however it was written. */
export const plain = (domino: string): string => {
  const [a, b] = ends(domino);
  return a >= b ? `${a}-${b}` : `${b}-${a}`;
};
const ends = (domino: string): [number, number] => {
  const [a, b] = domino.split("-").map(Number);
  return [a ?? 0, b ?? 0];
};

const Pips = ({ number, at }: { number: number; at: number }) => (
  <>
    {(places[number] ?? []).map(([x, y]) => (
      <circle key={`${x}${y}`} cx={at + 6 + 7 * x} cy={6 + 7 * y} r={2.5} class={`pip pip-${number}`} />
    ))}
  </>
);

/** A domino, lying. `label` is for who cannot see it; a domino inside a button that has a name needs none. */
export const Tile = ({ domino, isTrump, isHidden }: { domino: string; isTrump?: boolean; isHidden?: boolean }) => {
  const [a, b] = ends(domino);
  return (
    <svg class={`tile ${isTrump ? "is-trump" : ""}`} viewBox="-1 -1 54 28" {...(isHidden ? { "aria-hidden": "true" as const } : { role: "img", "aria-label": domino })}>
      <rect x={0} y={0} width={52} height={26} rx={5} class="tile-face" />
      <line x1={26} y1={4} x2={26} y2={22} class="tile-middle" />
      <Pips number={a} at={0} />
      <Pips number={b} at={26} />
    </svg>
  );
};

export const Tiles = ({ dominoes, label }: { dominoes: string[]; label?: string }) => (
  <span class="tiles" {...(label && { role: "group", "aria-label": label })}>
    {dominoes.map((one) => (
      <Tile key={one} domino={one} />
    ))}
  </span>
);
