import { isOpenStatus, jobStatuses, type JobStatus } from "#lib/contract/index.ts";
import type { Sync } from "#lib/sync/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { jobText, monthText, triggerText } from "../../texts/connection-words.ts";
import { choicesOf } from "../../texts/offered-connections.ts";
import { plainText } from "../../texts/words.ts";
import { ListPage } from "../parts/list-page.tsx";
import { List } from "../parts/list.tsx";
import { Field, Select } from "../parts/parts.tsx";
import { When } from "../parts/when.tsx";

export const syncsPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/sincronizaciones`;

interface SyncsProps {
  nav: Nav | null;
  organizationId: string;
  syncs: readonly Sync[];
  connections: ReadonlyMap<string, string>;
  systems: readonly { id: string; name: string }[];
  filters: {
    conexion?: string | undefined;
    sistema?: string | undefined;
    estado?: string | undefined;
    periodo?: string | undefined;
  };
  isFiltered: boolean;
  next: string | null;
  first: string | null;
  now: Date;
}

export function SyncsPage(props: SyncsProps) {
  const { nav, organizationId, syncs, isFiltered, now } = props;
  const open = syncs.filter(({ status }) => isOpenStatus(status)).length;
  return (
    <ListPage
      title="Sincronizaciones"
      lead="Cada lectura de un mes, la más nueva primero. Horas de Santiago."
      nav={nav}
      path={syncsPath(organizationId)}
      isFiltered={isFiltered}
      isEmpty={syncs.length === 0}
      noneFits="Ninguna calza"
      noneYet={{
        title: "Ninguna sincronización todavía",
        text: "La primera parte sola cuando conectas un sistema.",
      }}
      filters={<SyncFilters {...props} />}
      // Only the first page gets new syncs; the others are final once all of theirs have ended.
      live={{ id: "lista", isFinal: props.first !== null && open === 0, says: openText(open) }}
    >
      <SyncList
        organizationId={organizationId}
        syncs={syncs}
        connections={props.connections}
        now={now}
        next={props.next}
        first={props.first}
      />
    </ListPage>
  );
}

function openText(open: number): string {
  if (open === 0) return "Ninguna en curso.";
  return open === 1 ? "Una en curso." : `${open} en curso.`;
}

function SyncFilters({ connections, systems, filters }: SyncsProps) {
  return (
    <>
      <Select
        name="conexion"
        label="Conexión"
        value={filters.conexion ?? ""}
        any="Todas"
        options={choicesOf(connections, filters.conexion)}
      />
      <Select
        name="sistema"
        label="Sistema"
        value={filters.sistema ?? ""}
        any="Todos"
        options={systems.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        name="estado"
        label="Estado"
        value={filters.estado ?? ""}
        any="Todas"
        options={jobStatuses.map((value) => ({ value, label: jobText(value) }))}
      />
      <Field
        name="periodo"
        label="Mes"
        value={filters.periodo ?? ""}
        hint="Como 2026-08"
        pattern="\d{4}-(0[1-9]|1[0-2])"
        maxlength={7}
        optional
      />
    </>
  );
}

interface ListProps {
  organizationId: string;
  syncs: readonly Sync[];
  now: Date;
  next?: string | null;
  first?: string | null;
  /** The names of connections, unless all are of the one that the page is about. */
  connections?: ReadonlyMap<string, string>;
}

export function SyncList(props: ListProps) {
  const { organizationId, syncs, connections, now, next = null, first = null } = props;
  return (
    <List
      caption="Sincronizaciones"
      rows={syncs}
      next={next}
      first={first}
      columns={[
        {
          head: "Pedida",
          // Several are often requested in the same minute: read alone, their links would be alike.
          cell: (sync) => (
            <a href={`${syncsPath(organizationId)}/${sync.id}`}>
              <When at={sync.createdAt} now={now} />
              <span class="hidden">
                {connections !== undefined && `, ${nameOf(connections, sync)}`}
                {`, ${monthText(sync.periodo)}`}
              </span>
            </a>
          ),
        },
        ...(connections === undefined
          ? []
          : [{ head: "Conexión", free: true, cell: (sync: Sync) => nameOf(connections, sync) }]),
        { head: "Mes", cell: ({ periodo }) => monthText(periodo) },
        { head: "Por qué", cell: ({ trigger }) => triggerText(trigger) },
        { head: "Estado", cell: ({ status }) => <JobState status={status} /> },
        {
          head: "Filas",
          number: true,
          cell: ({ recordsSynced }) => recordsSynced?.toLocaleString("es-CL") ?? "sin contar",
        },
      ]}
    />
  );
}

/** A deleted one has the name that it had. */
function nameOf(connections: ReadonlyMap<string, string>, { connectionId, label }: Sync): string {
  return plainText(connections.get(connectionId) ?? label);
}

export function JobState({ status }: { status: JobStatus }) {
  const kinds: Partial<Record<JobStatus, string>> = { succeeded: "tag good", failed: "tag bad" };
  return <span class={kinds[status] ?? "tag"}>{jobText(status)}</span>;
}
