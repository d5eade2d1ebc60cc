import type { Child } from "hono/jsx";
import { Submit } from "./parts.tsx";

/** A column of a list; narrow screens repeat its heading in each card. */
interface Column<R> {
  head: string;
  cell(row: R): Child;
  /** Numbers, aligned to the right. */
  number?: boolean;
  /** Names that people choose: one long word may be split anywhere, or it would take the others' width. */
  free?: boolean;
}

interface ListProps<R> {
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** The next page, and the first one if this is another. */
  next: string | null;
  first: string | null;
}

/** A table that CSS turns into cards on a narrow screen. It sets roles, because `display` removes them. */
export function List<R>({ caption, columns, rows, next, first }: ListProps<R>) {
  return (
    <>
      <table class="list" role="table">
        <caption>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, number }) => (
              <th scope="col" role="columnheader" {...(number === true && { class: "number" })}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {columns.map(({ head, cell, number, free }) => (
                <td
                  role="cell"
                  data-head={head}
                  {...(number === true && { class: "number" })}
                  {...(free === true && { class: "free" })}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Turn caption={caption} next={next} first={first} />
    </>
  );
}

/** As many rows as fit on a screen. */
const screenRows = 10;

/** Above a list that fills more than a screen: a link to the form behind it. */
export function PastList(props: { rows: readonly unknown[]; to: string; children: Child }) {
  if (props.rows.length <= screenRows) return null;
  return (
    <p>
      <a href={`#${props.to}`}>{props.children}</a>
    </p>
  );
}

/** Links to the other pages of a list, if there are any. */
export function Turn({
  caption,
  next,
  first,
}: Pick<ListProps<never>, "caption" | "next" | "first">) {
  if (next === null && first === null) return null;
  return (
    <nav class="turn" aria-label={`Páginas de ${caption.toLowerCase()}`}>
      {first !== null && <a href={first}>Volver al principio</a>}
      {next !== null && (
        <a href={next} rel="next">
          Siguientes
        </a>
      )}
    </nav>
  );
}

interface FiltersProps {
  /** The address of the unfiltered list. */
  action: string;
  isFiltered: boolean;
  /** Other parameters of the address, which stay. */
  kept?: URLSearchParams;
  children?: Child;
}

/** A GET form, so that a filtered list has an address that can be shared. */
export function Filters({ action, isFiltered, kept, children }: FiltersProps) {
  const hidden = [...(kept ?? [])];
  return (
    <form method="get" action={action} class="filters" role="search">
      {hidden.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <div class="pair">
        <Submit kind="button plain">Filtrar</Submit>
        {isFiltered && (
          <a
            class="button plain"
            href={kept === undefined ? action : `${action}?${kept.toString()}`}
          >
            Limpiar filtros
          </a>
        )}
      </div>
    </form>
  );
}

interface EmptyProps {
  title: string;
  /** Nothing matches, which is not the same as an empty list. */
  clear?: string | null;
  children?: Child;
}

export function Empty({ title, clear = null, children }: EmptyProps) {
  return (
    <section class="box empty">
      <h2>{title}</h2>
      {children}
      {clear !== null && (
        <p>
          <a class="button plain" href={clear}>
            Limpiar filtros
          </a>
        </p>
      )}
    </section>
  );
}
