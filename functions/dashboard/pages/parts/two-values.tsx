import { oneLine } from "../../texts/words.ts";

export interface TwoValues {
  label: string;
  now: string;
  yours: string;
}

interface TwoValuesProps {
  values: readonly TwoValues[];
  caption: string;
  /** The heading of the second column. */
  yours: string;
}

/** The current values, next to those that somebody saw before. */
export function TwoValuesTable({ values, caption, yours: yoursHead }: TwoValuesProps) {
  return (
    <table class="list" role="table">
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {["Dato", "Ahora", yoursHead].map((head) => (
            <th scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {values.map(({ label, now, yours }) => (
          <tr role="row" {...(now !== yours && { class: "differs" })}>
            <th scope="row" role="rowheader">
              {label}
            </th>
            <td role="cell" data-head="Ahora" class="free">
              <div>{oneLine(now)}</div>
            </td>
            <td role="cell" data-head={yoursHead} class="free">
              <div>{oneLine(yours)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
