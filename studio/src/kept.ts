/** What the page keeps in the browser, so that nothing is lost when its tab is closed. */
export type Past = { script: string; seed: string; boards: number; level: boolean; when: number };

const read = <T>(key: string): T | undefined => {
  try {
    const text = localStorage.getItem(`fairdeal.${key}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
};

const write = (key: string, value: unknown) => {
  try {
    localStorage.setItem(`fairdeal.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still deals.
  }
};

export const kept = { read, write };

const mostPast = 40;
export const past = (): Past[] => {
  const found = read<Past[]>("past");
  return Array.isArray(found) ? found.filter((one) => typeof one?.script === "string") : [];
};

/** Puts a run at the head of the history, once. */
export const remember = (one: Past) => {
  const same = (other: Past) => other.script === one.script && other.seed === one.seed && other.boards === one.boards;
  write("past", [one, ...past().filter((other) => !same(other))].slice(0, mostPast));
};
