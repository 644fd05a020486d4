/** Numbers as people read them. */
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

export const grouped = (number: number | string): string => whole.format(typeof number === "string" ? BigInt(number) : number);

/** The N of '1 in N'. */
export const oneIn = (probability: number): string => {
  const n = 1 / probability;
  return n < 10 ? n.toFixed(2) : n < 1000 ? n.toFixed(1) : whole.format(n);
};

export const percent = (share: number): string => {
  const p = 100 * share;
  if (p === 0 || p >= 0.01) return `${p.toFixed(p >= 10 ? 1 : 2)}%`;
  return `${digits.format(p)}%`;
};

export const plural = (number: number, word: string): string => `${whole.format(number)} ${word}${number === 1 ? "" : "s"}`;
export const decimals = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 1 : 2);
