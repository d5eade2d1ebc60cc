import { jobStatuses, type JobStatus } from "#lib/contract/index.ts";
import type { Sync } from "#lib/sync/index.ts";
import type { Nav } from "../frame/page-request.ts";
import { jobText, monthText, triggerText } from "../texts/connection-words.ts";
import { plainText } from "../texts/words.ts";
import { Empty, Filters, List } from "./list.tsx";
import { When } from "./when.tsx";
import { Field, Select } from "./parts.tsx";
import { Shell } from "./shell.tsx";

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
  const { nav, organizationId, syncs, connections, filters, isFiltered, now } = props;
  const path = syncsPath(organizationId);
  const any = { value: "", label: "Todas" };
  return (
    <Shell title="Sincronizaciones" nav={nav}>
      <h1>Sincronizaciones</h1>
      <p class="lead">Cada lectura de un mes, la más nueva primero. Horas de Santiago.</p>
      <Filters action={path} isFiltered={isFiltered}>
        <Select
          name="conexion"
          label="Conexión"
          value={filters.conexion ?? ""}
          options={[
            any,
            ...[...connections].map(([value, label]) => ({ value, label: plainText(label) })),
          ]}
        />
        <Select
          name="sistema"
          label="Sistema"
          value={filters.sistema ?? ""}
          options={[any, ...props.systems.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Select
          name="estado"
          label="Estado"
          value={filters.estado ?? ""}
          options={[any, ...jobStatuses.map((value) => ({ value, label: jobText(value) }))]}
        />
        <Field
          name="periodo"
          label="Mes"
          value={filters.periodo ?? ""}
          hint="2026-08"
          maxlength={7}
          optional
        />
      </Filters>
      {syncs.length === 0 ? (
        <Empty
          title={isFiltered ? "Ninguna calza" : "Ninguna sincronización todavía"}
          clear={isFiltered ? path : null}
        >
          {!isFiltered && <p>La primera parte sola cuando conectas un sistema.</p>}
        </Empty>
      ) : (
        <SyncList
          organizationId={organizationId}
          syncs={syncs}
          now={now}
          next={props.next}
          first={props.first}
        />
      )}
    </Shell>
  );
}

interface ListProps {
  organizationId: string;
  syncs: readonly Sync[];
  now: Date;
  next?: string | null;
  first?: string | null;
}

export function SyncList({ organizationId, syncs, now, next = null, first = null }: ListProps) {
  return (
    <List
      caption="Sincronizaciones"
      rows={syncs}
      next={next}
      first={first}
      columns={[
        {
          head: "Pedida",
          cell: ({ id, createdAt }) => (
            <a href={`${syncsPath(organizationId)}/${id}`}>
              <When at={createdAt} now={now} />
            </a>
          ),
        },
        { head: "Conexión", cell: ({ label }) => plainText(label) },
        { head: "Mes", cell: ({ periodo }) => monthText(periodo) },
        { head: "Por qué", cell: ({ trigger }) => triggerText(trigger) },
        { head: "Estado", cell: ({ status }) => <JobState status={status} /> },
        {
          head: "Filas",
          number: true,
          cell: ({ recordsSynced }) => recordsSynced ?? "sin contar",
        },
      ]}
    />
  );
}

export function JobState({ status }: { status: JobStatus }) {
  return <span class={status === "succeeded" ? "tag good" : "tag"}>{jobText(status)}</span>;
}
