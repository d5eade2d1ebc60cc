import * as z from "zod";
import { addDays, Periodo, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import {
  findConnectionDetail,
  findConnectionInUse,
  listConnections,
} from "#lib/connections/index.ts";
import { syncableOf, type Manifest } from "#lib/contract/index.ts";
import { listConnectors } from "#lib/identity/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { isLinkable, listOpenLinks } from "#lib/links/index.ts";
import { balanceSteps } from "#lib/records/index.ts";
import { listCoverage, listReadMonths, listSyncs } from "#lib/sync/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import { ListedInstant, listQuery, rowsOfPage } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { readPart } from "../frame/read-part.ts";
import { ConnectionPage } from "../pages/connections/connection-page.tsx";
import type { TypedForm } from "../pages/connections/connection-props.ts";
import { ConnectionsPage } from "../pages/connections/connections-page.tsx";
import { Done, Note } from "../pages/parts/parts.tsx";
import { accessOf } from "../texts/access-days.ts";
import { errorText } from "../texts/errors.ts";
import { issueOf, issueText } from "../texts/issues.ts";
import { permissionsOf } from "../texts/permissions.ts";
import { isManager, showMissing } from "./found.tsx";
import { statusOf } from "../request/answer.ts";

const balanceDays = 90;
const lastSyncs = 10;

/** The list, and why a link was not made. */
export async function showConnections(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const enabled = await listConnectors(ctx);
  const { place, next, first } = listQuery(visit, z.object({}));
  const after =
    place?.length === 2 && ListedInstant.safeParse(place[0]).success ? place : undefined;
  const found = await listConnections(ctx, { limit: rowsOfPage + 1, after });
  const { page: connections, last } = pageOf(found, rowsOfPage);
  const ids = connections.map(({ id }) => id);
  const readMonths = await readPart(ctx.log, "connections.months", () => listReadMonths(ctx, ids));
  const links = await readPart(ctx.log, "connections.links", () => listOpenLinks(ctx));
  const page = (
    <ConnectionsPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      connections={connections}
      next={next(last === null ? null : [last.creadaEn, last.id])}
      first={first}
      readMonths={readMonths}
      links={links}
      systems={ctx.catalogue.manifests.filter((one) => enabled.includes(one.id) && isLinkable(one))}
      unstored={unstoredOf(ctx.catalogue.manifests)}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      access={accessOf(ctx.clock.now(), error)}
      note={error === undefined ? noteOf(visit.note) : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

/** A mail account has no months: none of its modules is ever synced. */
function unstoredOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  const unstored = manifests.filter(({ alcances }) => syncableOf(alcances).length === 0);
  return new Set(unstored.map(({ id }) => id));
}

interface Told {
  error?: AppError;
  wrongWord?: TypedForm;
  /** An operation with an unknown outcome must be resolved first. */
  unknownOutcome?: string;
}

/** One connection, and why the requested change did not happen. */
export async function showConnection(visit: MemberRequest, told: Told = {}): Promise<Response> {
  const { ctx, membership, c } = visit;
  const { connection, use } = await connectionOnPage(visit);
  const manifest = connection === null ? null : ctx.catalogue.manifestOf(connection.sistema);
  if (connection === null || manifest === null) return showMissing(visit);
  const now = ctx.clock.now();
  const to = todayInSantiago(now);
  const from = addDays(to, 1 - balanceDays);
  const filter = { connectionId: connection.id, connectors: [connection.sistema] };
  // First, so that a sync that ends meanwhile counts as running, and the page polls again.
  const syncs = await readPart(ctx.log, "connection.syncs", () =>
    listSyncs(ctx, filter, { limit: lastSyncs, after: null }),
  );
  const covered = await readPart(ctx.log, "connection.coverage", () =>
    listCoverage(ctx, connection.id),
  );
  const balances = await readPart(ctx.log, "connection.balances", () =>
    balanceSteps(ctx, connection, from),
  );
  const page = (
    <ConnectionPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      connection={connection}
      use={use}
      manifest={manifest}
      permissions={permissionsOf(manifest, await ctx.scopes())}
      covered={covered}
      balances={balances}
      days={{ from, to }}
      current={periodoOf(now)}
      isWrongMonth={issueOf(told.error, "periodo") !== undefined}
      month={Periodo.safeParse(c.req.query("mes")).data ?? periodoOf(now)}
      syncs={syncs?.jobs ?? null}
      now={now}
      isManager={isManager(visit)}
      isOwner={membership.role === "owner"}
      seal={visit.seal}
      access={accessOf(now, told.error)}
      wrongWord={told.wrongWord ?? null}
      note={noteFor(visit, told)}
    />
  );
  if (told.unknownOutcome !== undefined) return visit.show(page, { status: 409 });
  return visit.show(page, told.wrongWord === undefined ? statusOf(told.error) : { status: 422 });
}

/** If its use cannot be read, only the connection is shown. */
async function connectionOnPage(visit: MemberRequest) {
  const { ctx } = visit;
  const id = idIn(visit, "conn");
  const found = await readPart(ctx.log, "connection.use", async () => {
    const inUse = await findConnectionInUse(ctx, id);
    return { connection: inUse?.detail ?? null, use: inUse?.use ?? null };
  });
  return found ?? { connection: await findConnectionDetail(ctx, id), use: null };
}

function noteFor({ note, membership }: MemberRequest, { error, unknownOutcome }: Told) {
  if (error !== undefined) return <Refused error={error} />;
  if (unknownOutcome === undefined) return noteOf(note);
  return <OutcomeUnknown organizationId={membership.organizationId} />;
}

export function Refused({ error }: { error: AppError }) {
  const { title, advice } = issueText(error) ?? errorText(error);
  return (
    <Note title={title}>
      <p>{advice}</p>
    </Note>
  );
}

/** Whether a document was issued must be known before the credential that can tell is gone. */
export function OutcomeUnknown({ organizationId }: { organizationId: string }) {
  return (
    <Note title="Todavía no se puede eliminar">
      <p>
        No sabemos si algo que se envió quedó hecho, y lo seguimos buscando en la lista de la
        autoridad: <a href={`/dashboard/${organizationId}`}>ver qué es</a>. O una carpeta tributaria
        todavía no se cierra:{" "}
        <a href={`/dashboard/${organizationId}/carpetas?estado=cerrando`}>ver cuál</a>.
      </p>
    </Note>
  );
}

function noteOf(name: string | undefined) {
  if (name === "guardada") return <Done>Guardada. Vale desde la próxima llamada.</Done>;
  if (name === "olvidada") return <Done>La clave se borró y ya no se puede recuperar.</Done>;
  if (name === "eliminada") {
    return <Done>La conexión ya no existe. Lo leído termina de borrarse en un día.</Done>;
  }
  if (name === "anulado") return <Done>El enlace ya no sirve.</Done>;
  if (name === "valida") return <Done>El portal aceptó la clave.</Done>;
  if (name === "no-valida") {
    return (
      <Note title="El portal no aceptó la clave">
        <p>Quien tenga la clave la entrega con un enlace de reconexión.</p>
      </Note>
    );
  }
  return undefined;
}
