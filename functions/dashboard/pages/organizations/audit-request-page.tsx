import type { CallRow } from "#lib/audit/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { plainText, stampText } from "../../texts/words.ts";
import { Actor, auditPath, Outcome, repeatText, type Names } from "./audit-page.tsx";
import { Shell } from "../parts/shell.tsx";

interface RequestProps {
  nav: Nav;
  organizationId: string;
  requestId: string;
  /** In chronological order. */
  calls: readonly CallRow[];
  names: Names;
}

/** Everything recorded about one request. Inputs and answers are not stored. */
export function AuditRequestPage({ nav, organizationId, requestId, calls, names }: RequestProps) {
  return (
    <Shell title="Solicitud" nav={nav}>
      <p class="kicker">
        <a href={auditPath(organizationId)}>Auditoría</a>
      </p>
      <h1>Solicitud</h1>
      <p>
        <code class="id">{requestId}</code>
      </p>
      {calls.map((call) => (
        <section class="part">
          <h2>
            <time datetime={call.at.toISOString()}>{stampText(call.at)}</time>
          </h2>
          <Row call={call} names={names} />
        </section>
      ))}
    </Shell>
  );
}

function Row({ call, names }: { call: CallRow; names: Names }) {
  const { operation, connectionId, latencyMs, idempotency, operationRequestId } = call;
  const { clientLabel, traceLabel, sourceNetwork, actorId, clientId } = call;
  const optional: [string, string | null][] = [
    ["Operación n.º", operationRequestId],
    ["Cliente", clientLabel],
    ["Traza", traceLabel],
    ["Aplicación", clientId],
    ["Desde la red", sourceNetwork],
  ];
  return (
    <dl class="facts">
      <dt>Actor</dt>
      <dd>
        <Actor call={call} names={names} /> <code>{plainText(actorId)}</code>
      </dd>
      <dt>Operación</dt>
      <dd>
        <code>{plainText(operation)}</code>
      </dd>
      <dt>Resultado</dt>
      <dd>
        <Outcome call={call} />
      </dd>
      {connectionId !== null && (
        <>
          <dt>Conexión</dt>
          <dd>
            {plainText(names.get(connectionId) ?? "")} <code>{connectionId}</code>
          </dd>
        </>
      )}
      <dt>Duró</dt>
      <dd>{latencyMs === null ? "–" : `${latencyMs.toLocaleString("es-CL")} ms`}</dd>
      <dt>Idempotencia</dt>
      <dd>{repeatText(idempotency)}</dd>
      {optional.map(
        ([label, value]) =>
          value !== null && (
            <>
              <dt>{label}</dt>
              <dd>{plainText(value)}</dd>
            </>
          ),
      )}
    </dl>
  );
}

interface ExportProps {
  nav: Nav;
  organizationId: string;
  /** The address of the export, from this call on. */
  csv: string;
  ndjson: string;
  /** The next part, if this one does not hold all. */
  next: string | null;
  rows: number;
}

/** Files of some thousand calls each, one after another. */
export function AuditExportPage({ nav, organizationId, csv, ndjson, next, rows }: ExportProps) {
  return (
    <Shell title="Descargar llamadas" nav={nav}>
      <p class="kicker">
        <a href={auditPath(organizationId)}>Auditoría</a>
      </p>
      <h1>Descargar llamadas</h1>
      <p class="lead">
        {next === null
          ? "Caben en un archivo."
          : `Son más de ${rows.toLocaleString("es-CL")}: van en varios archivos, del más nuevo al más antiguo.`}{" "}
        Cada descarga queda en la auditoría.
      </p>
      <ul class="choices">
        <li>
          <a href={csv} download>
            <strong>CSV</strong>
            <span>Para una planilla</span>
          </a>
        </li>
        <li>
          <a href={ndjson} download>
            <strong>NDJSON</strong>
            <span>Para un programa: una llamada por línea</span>
          </a>
        </li>
      </ul>
      {next !== null && (
        <p>
          <a href={next}>Siguientes llamadas</a>
        </p>
      )}
    </Shell>
  );
}
