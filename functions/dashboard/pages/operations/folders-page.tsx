import type { Child } from "hono/jsx";
import type { ShownFolder } from "#lib/acts/folders/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { folderName, folderStateOptions, folderStateText } from "../../texts/folder-words.ts";
import { plainText } from "../../texts/words.ts";
import { List } from "../parts/list.tsx";
import { ListPage } from "../parts/list-page.tsx";
import { Select } from "../parts/parts.tsx";
import { When } from "../parts/when.tsx";

interface FoldersProps {
  nav: Nav | null;
  organizationId: string;
  folders: readonly ShownFolder[];
  list: { clear: string; isFiltered: boolean; first: string | null };
  next: string | null;
  filter: string;
  now: Date;
}

export const foldersPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/carpetas`;

export const recipientPath = (organizationId: string): string =>
  `${foldersPath(organizationId)}/destinatario`;

export const folderPath = (organizationId: string, id: string): string =>
  `${foldersPath(organizationId)}/${encodeURIComponent(id)}`;

export function FoldersPage(props: FoldersProps) {
  const { nav, organizationId, folders, list, next, filter, now } = props;
  return (
    <ListPage
      title="Carpetas tributarias"
      lead="Las que pidieron agentes y programas. Cada una va al destinatario que una persona confirmó."
      nav={nav}
      path={list.clear}
      filters={
        <Select
          name="estado"
          label="Estado"
          value={filter}
          any="Todos"
          options={folderStateOptions()}
        />
      }
      isFiltered={list.isFiltered}
      isEmpty={folders.length === 0}
      noneFits="Ninguna carpeta calza"
      noneYet={{
        title: "Ninguna carpeta todavía",
        text: "Un agente o tu programa la pide, cuando hay un destinatario confirmado.",
      }}
      before={
        <p>
          <a class="button plain" href={recipientPath(organizationId)}>
            Destinatario y permiso
          </a>
        </p>
      }
    >
      <List
        caption="Carpetas"
        rows={folders}
        next={next}
        first={list.first}
        columns={columnsFor(organizationId, now)}
      />
    </ListPage>
  );
}

function columnsFor(organizationId: string, now: Date) {
  return [
    {
      head: "Carpeta",
      cell: ({ request }: ShownFolder): Child => (
        <a href={folderPath(organizationId, request.id)}>{folderName(request.kind)}</a>
      ),
    },
    {
      head: "Estado",
      cell: ({ request }: ShownFolder) => <FolderTag state={request.state} />,
    },
    { head: "Para", free: true, cell: ({ request }: ShownFolder) => plainText(request.recipient) },
    { head: "Empresa", free: true, cell: ({ company }: ShownFolder) => plainText(company) },
    {
      head: "La pidió",
      free: true,
      cell: ({ asker }: ShownFolder) => plainText(asker ?? "alguien que ya no está"),
    },
    {
      head: "Cuándo",
      cell: ({ request }: ShownFolder) => <When at={request.createdAt} now={now} />,
    },
  ];
}

export function FolderTag({ state }: Pick<ShownFolder["request"], "state">) {
  const { text, kind } = folderStateText(state);
  return <span class={kind === "" ? "tag" : `tag ${kind}`}>{text}</span>;
}
