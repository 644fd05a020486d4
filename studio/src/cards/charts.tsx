/** Averages and frequencies: exact ones as bars, those of the boards that were dealt as marks on them; pairs as a heat map. */
import type { Average, Frequency, Statistic } from "../engine/answers";
import { decimals, grouped, percent } from "../numbers";

type Both<T> = { exact?: T; dealt?: T };

const shareOf = (frequency: Frequency | undefined, value: string, across?: string): number =>
  frequency?.cells.find((cell) => cell.value === value && (across === undefined || cell.across === across))?.share ?? 0;

const Bars = ({ exact, dealt }: Both<Frequency>) => {
  const values = (exact ?? dealt)?.values ?? [];
  const most = Math.max(1e-9, ...values.flatMap((value) => [shareOf(exact, value), shareOf(dealt, value)]));
  const isTold = (value: string) => shareOf(exact, value) > 0 || shareOf(dealt, value) > 0 || !/^[<>]/.test(value);
  return (
    <table class="bars">
      <thead>
        <tr>
          <th scope="col">Value</th>
          <th scope="col" class="unseen">
            Bar
          </th>
          {exact && <th scope="col">{exact.exact ? "Exact" : "Estimate"}</th>}
          {dealt && <th scope="col">Dealt</th>}
        </tr>
      </thead>
      <tbody>
        {values.filter(isTold).map((value) => (
          <tr key={value}>
            <th scope="row">{value}</th>
            <td class="bar" aria-hidden="true">
              {exact && <span class="bar-exact" style={{ width: `${(100 * shareOf(exact, value)) / most}%` }} />}
              {dealt && <span class={exact ? "bar-dealt" : "bar-exact"} style={{ width: `${(100 * shareOf(dealt, value)) / most}%` }} />}
            </td>
            {exact && <td class="number">{percent(shareOf(exact, value))}</td>}
            {dealt && <td class="number">{percent(shareOf(dealt, value))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Heat = ({ frequency }: { frequency: Frequency }) => {
  const across = frequency.across ?? [];
  const most = Math.max(1e-9, ...frequency.cells.map((cell) => cell.share));
  const isEmpty = (value: string, place: "value" | "across") => /^[<>]/.test(value) && !frequency.cells.some((cell) => cell[place] === value);
  return (
    <div class="wide" tabindex={0} role="region" aria-label={`${frequency.label}, as a heat map`}>
      <table class="heat">
        <thead>
          <tr>
            <td />
            {across.filter((value) => !isEmpty(value, "across")).map((value) => (
              <th key={value} scope="col">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frequency.values.filter((value) => !isEmpty(value, "value")).map((value) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              {across.filter((other) => !isEmpty(other, "across")).map((other) => {
                const share = shareOf(frequency, value, other);
                return (
                  <td key={other} class={`heat-${Math.ceil((8 * share) / most)}`}>
                    {share > 0 ? percent(share) : "·"}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Means = ({ pairs }: { pairs: Both<Average>[] }) => (
  <table class="means">
    <thead>
      <tr>
        <th scope="col">Average</th>
        <th scope="col">Exact</th>
        <th scope="col">Dealt</th>
      </tr>
    </thead>
    <tbody>
      {pairs.map(({ exact, dealt }, i) => (
        <tr key={i}>
          <th scope="row">{(exact ?? dealt)?.label || "value"}</th>
          <td class="number">{exact?.mean == null ? "" : decimals(exact.mean)}</td>
          <td class="number">
            {dealt?.mean == null ? "" : decimals(dealt.mean)}
            {dealt?.standard_error == null ? "" : ` ± ${decimals(1.96 * dealt.standard_error)}`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** What a script counts: over all deals that qualify, and over the boards that were dealt. */
export const Charts = ({ exact, dealt, boards }: { exact: Statistic[]; dealt: Statistic[]; boards: number }) => {
  const number = Math.max(exact.length, dealt.length);
  const pairs = Array.from({ length: number }, (_, i) => ({ exact: exact[i], dealt: dealt[i] }));
  const means = pairs.filter((pair) => (pair.exact ?? pair.dealt)?.kind === "average") as Both<Average>[];
  const frequencies = pairs.filter((pair) => (pair.exact ?? pair.dealt)?.kind === "frequency") as Both<Frequency>[];
  if (number === 0) return null;
  return (
    <section class="charts" aria-label="What the script counts">
      {means.length > 0 && <Means pairs={means} />}
      {frequencies.map((pair, i) => {
        const one = pair.exact ?? pair.dealt;
        if (!one) return null;
        return (
          <figure key={i}>
            <figcaption>
              {one.label || "Frequency"}
              {pair.dealt && <small> {pair.exact ? "bars: all deals; marks:" : ""} {grouped(boards)} boards</small>}
            </figcaption>
            {one.across ? <Heat frequency={one} /> : <Bars {...pair} />}
          </figure>
        );
      })}
    </section>
  );
};
