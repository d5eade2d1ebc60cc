import type { Child } from "hono/jsx";
import { isOpenStatus, type Manifest } from "#lib/contract/index.ts";
import type { KeptEvidence } from "#lib/jobs/index.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { Sync } from "#lib/sync/index.ts";
import type { Nav } from "../../request/page-request.ts";
import { jobText, monthText, triggerText } from "../../texts/connection-words.ts";
import { errorText } from "../../texts/errors.ts";
import { counted, plainText } from "../../texts/words.ts";
import { connectionsPath } from "./connections-page.tsx";
import { List } from "../parts/list.tsx";
import { Live } from "../parts/live.tsx";
import { When } from "../parts/when.tsx";
import { Form, Note, Submit } from "../parts/parts.tsx";
import { Shell } from "../parts/shell.tsx";
import { JobState, syncsPath } from "./syncs-page.tsx";

interface SyncProps {
  nav: Nav | null;
  organizationId: string;
  sync: Sync;
  /** Null if it could not be read. */
  evidence: readonly KeptEvidence[] | null;
  manifest: Manifest | null;
  now: Date;
  seal(path: string): string;
  note?: Child;
}

export function SyncPage(props: SyncProps) {
  const { nav, organizationId, sync, manifest, note } = props;
  return (
    <Shell title={`Sincronización de ${monthText(sync.periodo)}`} nav={nav}>
      <p class="kicker">
        <a href={syncsPath(organizationId)}>Sincronizaciones</a>
      </p>
      <h1>
        {manifest?.name ?? sync.connector}, {monthText(sync.periodo)}
      </h1>
      {note}
      <Live id="lectura" isFinal={!isOpenStatus(sync.status)} says={linesOf(sync)}>
        <SyncNow {...props} />
      </Live>
    </Shell>
  );
}

/** The part that changes while somebody watches. */
function SyncNow({ organizationId, sync, evidence, manifest, now, seal }: SyncProps) {
  const path = `${syncsPath(organizationId)}/${sync.id}`;
  const form = (act: string) => ({ action: `${path}/${act}`, seal: seal(`${path}/${act}`) });
  return (
    <>
      {sync.status === "failed" && <Failure code={sync.lastError ?? "internal_error"} />}
      <dl class="facts">
        <dt>Estado</dt>
        <dd>
          <JobState status={sync.status} />
        </dd>
        <dt>Conexión</dt>
        <dd>
          <a href={`${connectionsPath(organizationId)}/${sync.connectionId}`}>
            {plainText(sync.label)}
          </a>
        </dd>
        <dt>Por qué</dt>
        <dd>{triggerText(sync.trigger)}</dd>
        <dt>Pedida</dt>
        <dd>
          <When at={sync.createdAt} now={now} />
        </dd>
        <dt>Empezó</dt>
        <dd>
          <When at={sync.startedAt} now={now} never="todavía no" />
        </dd>
        <dt>Terminó</dt>
        <dd>
          <When at={sync.finishedAt} now={now} never="todavía no" />
        </dd>
        <dt>Intentos</dt>
        <dd>{sync.attempts}</dd>
        <dt>Solicitud</dt>
        <dd>
          <code>{sync.requestId}</code>
        </dd>
        {evidence?.length !== 0 && (
          <>
            <dt>Evidencia</dt>
            <dd>{evidence === null ? "no se pudo leer" : <Kept evidence={evidence} />}</dd>
          </>
        )}
      </dl>
      <Modules sync={sync} manifest={manifest} />
      {sync.status === "queued" && (
        <Form {...form("cancelar")}>
          <Submit kind="button plain">Cancelar</Submit>
        </Form>
      )}
      {!isOpenStatus(sync.status) && (
        <Form {...form("repetir")}>
          <Submit>Repetir este mes</Submit>
        </Form>
      )}
    </>
  );
}

/** Evidence is only named here, never opened: it may show a company's account. */
function Kept({ evidence }: { evidence: readonly KeptEvidence[] }) {
  return (
    <>
      {evidence.map(({ attempt, expiresAt }) => (
        <div>
          Lo que mostró el portal en el intento {attempt}, hasta el <When at={expiresAt} />
        </div>
      ))}
      <span class="hint">Está sellada: la abre solo el soporte del servicio, y queda anotado.</span>
    </>
  );
}

function Failure({ code }: { code: ErrorCode }) {
  const { title, advice } = errorText({ code, details: null });
  return (
    <Note title={title}>
      <p>{advice}</p>
      <p>
        <code>{code}</code>
      </p>
    </Note>
  );
}

function Modules({ sync, manifest }: Pick<SyncProps, "sync" | "manifest">) {
  const labels = new Map(manifest?.alcances.map(({ id, label }) => [id, label]));
  return (
    <List
      caption="Qué se leyó de cada módulo"
      rows={sync.alcances.map((alcance) => moduleOf(sync, alcance))}
      next={null}
      first={null}
      columns={[
        { head: "Módulo", cell: ({ alcance }) => labels.get(alcance) ?? alcance },
        { head: "Estado", cell: ({ state }) => state },
        {
          head: "Filas",
          number: true,
          cell: ({ rows }) => rows?.toLocaleString("es-CL") ?? "sin contar",
        },
        { head: "Por qué", cell: ({ why }) => why },
        {
          head: "Duración",
          number: true,
          cell: ({ seconds }) => (seconds === null ? "sin medir" : `${seconds} s`),
        },
      ]}
    />
  );
}

/** A module's outcome or, before there is one, the worker's progress. */
function moduleOf({ outcomes, progress, status, lastError }: Sync, alcance: string) {
  const outcome = outcomes.find((one) => one.alcance === alcance);
  const step = progress?.[alcance];
  const seconds =
    step === undefined || step.endedAt === null
      ? null
      : Math.round((Date.parse(step.endedAt) - Date.parse(step.startedAt)) / 1000);
  const rows = outcome?.records_synced ?? null;
  const error = outcome?.error ?? step?.error ?? null;
  const missing = outcome?.incompletos ?? 0;
  if (error !== null) {
    const { title } = errorText({ code: error, details: null });
    return { alcance, state: "Falló", rows, why: title, seconds };
  }
  if (outcome?.status === "partial") {
    const why =
      missing > 0
        ? counted(missing, "fila no se pudo leer", "filas no se pudieron leer")
        : "El mes todavía no está completo";
    return { alcance, state: "Parcial", rows, why, seconds };
  }
  if (outcome !== undefined) return { alcance, state: "Completo", rows, why: "", seconds };
  if (!isOpenStatus(status)) {
    // The whole sync ended before this module did, so its reason is the module's.
    const why = lastError === null ? "" : errorText({ code: lastError, details: null }).title;
    return { alcance, state: "No se leyó", rows, why, seconds };
  }
  const state = step === undefined ? "En espera" : "Leyendo…";
  return { alcance, state, rows, why: "", seconds };
}

/** One line, for people who cannot see the page. */
function linesOf(sync: Sync): string {
  const done = sync.outcomes.length;
  return `${jobText(sync.status)}. ${done} de ${counted(sync.alcances.length, "módulo", "módulos")}.`;
}
