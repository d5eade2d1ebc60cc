import type { Child } from "hono/jsx";
import type { Nav } from "../../request/page-request.ts";
import { Empty, Filters } from "./list.tsx";
import { Live } from "./live.tsx";
import { Shell } from "./shell.tsx";

/** A list that updates itself while it is open. */
interface LiveList {
  id: string;
  isFinal: boolean;
  says: string;
}

interface ListPageProps {
  title: string;
  lead: string;
  nav: Nav | null;
  /** The address of the unfiltered list. */
  path: string;
  filters: Child;
  isFiltered: boolean;
  isEmpty: boolean;
  /** Other actions, above the list. */
  before?: Child;
  /** The texts for no match, and for an empty list. */
  noneFits: string;
  noneYet: { title: string; text: string };
  live?: LiveList;
  /** The list, if it has rows. */
  children?: Child;
}

/** A page with one list and its filters. */
export function ListPage(props: ListPageProps) {
  const { title, path, isFiltered, noneYet, live } = props;
  const shown = props.isEmpty ? (
    <Empty title={isFiltered ? props.noneFits : noneYet.title} clear={isFiltered ? path : null}>
      {!isFiltered && <p>{noneYet.text}</p>}
    </Empty>
  ) : (
    props.children
  );
  return (
    <Shell title={title} nav={props.nav}>
      <h1>{title}</h1>
      <p class="lead">{props.lead}</p>
      {props.before}
      <Filters action={path} isFiltered={isFiltered}>
        {props.filters}
      </Filters>
      {live === undefined ? (
        shown
      ) : (
        // A reload would lose the typed filters, so without scripts people reload by hand.
        <Live {...live} hasForms>
          {shown}
        </Live>
      )}
    </Shell>
  );
}
