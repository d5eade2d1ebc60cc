import type { Child } from "hono/jsx";
import type { Nav } from "../frame/page-request.ts";
import { Empty, Filters } from "./list.tsx";
import { Live } from "./live.tsx";
import { Shell } from "./shell.tsx";

/** A list that is looked at again while somebody looks at it. */
interface LiveList {
  id: string;
  isFinal: boolean;
  says: string;
}

interface ListPageProps {
  title: string;
  lead: string;
  nav: Nav | null;
  /** Where the list is whole. */
  path: string;
  filters: Child;
  isFiltered: boolean;
  isEmpty: boolean;
  /** What else there is to do, above the list. */
  before?: Child;
  /** What is said where nothing matches, and where there is nothing at all. */
  noneFits: string;
  noneYet: { title: string; text: string };
  live?: LiveList;
  /** The list, when it has rows. */
  children?: Child;
}

/** A list of its own page, with what it can be narrowed by. */
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
        // Its filters would lose what is typed: without scripts it is loaded by hand.
        <Live {...live} hasForms>
          {shown}
        </Live>
      )}
    </Shell>
  );
}
