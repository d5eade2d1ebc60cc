import type { Child } from "hono/jsx";

interface FiguresProps<R> {
  summary: string;
  caption: string;
  /** The heading of the first column, which names each row. */
  head: string;
  columns: readonly string[];
  /** Numbers, aligned to the right. */
  numbers?: boolean;
  rows: readonly R[];
  nameOf(row: R): Child;
  /** The cell in this column. */
  cellOf(row: R, column: number): Child;
}

/** The picture's data as a table, for people who cannot see it or want the figures. */
export function FiguresTable<R>(props: FiguresProps<R>) {
  const { summary, caption, head, columns, numbers = false, rows, nameOf, cellOf } = props;
  const kind = numbers ? { class: "number" } : {};
  return (
    <details>
      <summary>{summary}</summary>
      <table class="list" role="table">
        <caption>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              {head}
            </th>
            {columns.map((label) => (
              <th scope="col" role="columnheader" {...kind}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              <th scope="row" role="rowheader">
                {nameOf(row)}
              </th>
              {columns.map((label, n) => (
                <td role="cell" data-head={label} {...kind}>
                  <div>{cellOf(row, n)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
