import type { CallRow } from "#lib/audit/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { actorKindText, auditSpans, outcomeKinds, outcomeText } from "../../texts/audit.ts";
import { plainText, stampText } from "../../texts/words.ts";
import { Empty, Filters, List } from "../parts/list.tsx";
import { Field, Select } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";

export const auditPath = (organizationId: string): string =>
  `/dashboard/${organizationId}/auditoria`;

/** As they are in the address. */
interface AuditFilters {
  actor?: string | undefined;
  herramienta?: string | undefined;
  resultado?: string | undefined;
  hasta?: string | undefined;
}

/** The names that people use for ids. */
export type Names = ReadonlyMap<string, string>;

interface AuditProps {
  nav: Nav;
  organizationId: string;
  calls: readonly CallRow[];
  filters: AuditFilters;
  span: string;
  isFiltered: boolean;
  names: Names;
  next: string | null;
  first: string | null;
  exportHref: string;
}

export function AuditPage(props: AuditProps) {
  const { nav, organizationId, calls, filters, span, isFiltered, next, first, exportHref } = props;
  const path = auditPath(organizationId);
  return (
    <Shell title="Auditoría" nav={nav}>
      <h1>Auditoría</h1>
      <p class="lead">Quién hizo qué, cuándo, y cómo terminó. Lo más nuevo primero.</p>
      <Filters action={path} isFiltered={isFiltered}>
        <Select name="tiempo" label="Tiempo" value={span} options={auditSpans} />
        <Select
          name="resultado"
          label="Resultado"
          value={filters.resultado ?? ""}
          any="Todos"
          options={outcomeKinds}
        />
        <Field name="hasta" label="Hasta el día" type="date" value={filters.hasta ?? ""} optional />
        <Field name="actor" label="Actor" value={filters.actor ?? ""} optional maxlength={80} />
        <Field
          name="herramienta"
          label="Herramienta"
          value={filters.herramienta ?? ""}
          optional
          maxlength={120}
        />
        <Field name="solicitud" label="Solicitud (req_…)" optional maxlength={40} />
      </Filters>
      {calls.length === 0 ? (
        <Empty title="Sin llamadas en este rango" clear={isFiltered ? path : null}>
          <p>
            Aquí queda cada llamada de un agente, y cada cosa que alguien hace en estas páginas.
          </p>
        </Empty>
      ) : (
        <>
          <p>
            <a href={exportHref}>Descargar estas llamadas</a>
          </p>
          <Calls {...props} next={next} first={first} />
        </>
      )}
    </Shell>
  );
}

function Calls({ organizationId, calls, names, next, first }: AuditProps) {
  const path = auditPath(organizationId);
  return (
    <List
      caption="Llamadas"
      rows={calls}
      next={next}
      first={first}
      columns={[
        {
          head: "Hora de Santiago",
          cell: ({ at, requestId }) => (
            <a href={`${path}/${requestId}`}>
              <time datetime={at.toISOString()}>{stampText(at)}</time>
            </a>
          ),
        },
        { head: "Actor", free: true, cell: (call) => <Actor call={call} names={names} /> },
        { head: "Operación", cell: ({ operation }) => <code>{plainText(operation)}</code> },
        {
          head: "Conexión",
          free: true,
          cell: ({ connectionId }) =>
            connectionId === null ? "–" : plainText(names.get(connectionId) ?? connectionId),
        },
        { head: "Resultado", cell: (call) => <Outcome call={call} /> },
        { head: "ms", cell: ({ latencyMs }) => latencyMs ?? "–", number: true },
        { head: "Idempotencia", cell: ({ idempotency }) => repeatText(idempotency) },
        { head: "Cliente y traza", free: true, cell: (call) => labelsOf(call) },
      ]}
    />
  );
}

export function Actor({ call, names }: { call: CallRow; names: Names }) {
  const { actorKind, actorId, onBehalfOf } = call;
  const name = names.get(actorId);
  return (
    <>
      {name === undefined ? <code>{plainText(actorId)}</code> : plainText(name)}{" "}
      <span class="ago">
        {actorKindText(actorKind)}
        {onBehalfOf !== null && `, por ${plainText(names.get(onBehalfOf) ?? onBehalfOf)}`}
      </span>
    </>
  );
}

export function Outcome({ call }: { call: CallRow }) {
  const { text, kind } = outcomeText(call);
  return (
    <>
      <span class={kind === "plain" ? "tag" : `tag ${kind}`}>{plainText(text)}</span>
      {call.httpStatus !== null && ` ${call.httpStatus}`}
    </>
  );
}

export function repeatText(idempotency: string | null): string {
  if (idempotency === null) return "–";
  return idempotency === "replayed" ? "repetida" : "primera";
}

function labelsOf({ clientLabel, traceLabel }: CallRow): string {
  const labels = [clientLabel, traceLabel].flatMap((label) =>
    label === null ? [] : [plainText(label)],
  );
  return labels.length === 0 ? "–" : labels.join(" · ");
}
