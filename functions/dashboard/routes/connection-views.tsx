import { addDays, Periodo, periodoOf, todayInSantiago } from "#lib/chile/index.ts";
import { findConnectionDetail, listConnections } from "#lib/connections/index.ts";
import { listConnectors } from "#lib/identity/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import { isLinkable, listOpenLinks } from "#lib/links/index.ts";
import { balanceSteps } from "#lib/records/index.ts";
import { listCoverage, listReadMonths, listSyncs } from "#lib/sync/index.ts";
import { personNav, type MemberRequest } from "../frame/page-request.ts";
import { ConnectionPage } from "../pages/connection-page.tsx";
import { ConnectionsPage } from "../pages/connections-page.tsx";
import { MissingPage } from "../pages/message-pages.tsx";
import { Done, Note } from "../pages/parts.tsx";
import { errorText } from "../texts/errors.ts";
import { isManager } from "./found.tsx";

const balanceDays = 90;
const lastSyncs = 10;

/** The list, and why a link was not made. */
export async function showConnections(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership, c } = visit;
  const enabled = await listConnectors(ctx);
  const page = (
    <ConnectionsPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      connections={await listConnections(ctx)}
      readMonths={await listReadMonths(ctx)}
      links={await listOpenLinks(ctx)}
      systems={ctx.catalogue.manifests.filter((one) => enabled.includes(one.id) && isLinkable(one))}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      note={error === undefined ? noteOf(c.req.query("nota")) : <Refused error={error} />}
    />
  );
  return visit.show(page, statusOf(error));
}

interface Told {
  error?: AppError;
  wrongWord?: boolean;
}

/** One connection, and why what was asked for did not happen. */
export async function showConnection(
  visit: MemberRequest,
  { error, wrongWord = false }: Told = {},
): Promise<Response> {
  const { ctx, membership, c } = visit;
  const connection = await findConnectionDetail(ctx, connectionIn(visit));
  const manifest = connection === null ? null : ctx.catalogue.manifestOf(connection.sistema);
  if (connection === null || manifest === null) return visit.show(<MissingPage />, { status: 404 });
  const now = ctx.clock.now();
  const to = todayInSantiago(now);
  const from = addDays(to, 1 - balanceDays);
  const filter = { connectionId: connection.id, connectors: [connection.sistema] };
  const { jobs } = await listSyncs(ctx, filter, { limit: lastSyncs, after: null });
  const page = (
    <ConnectionPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      connection={connection}
      manifest={manifest}
      covered={await listCoverage(ctx, connection.id)}
      balances={await balanceSteps(ctx, connection, from)}
      days={{ from, to }}
      current={periodoOf(now)}
      month={Periodo.safeParse(c.req.query("mes")).data ?? periodoOf(now)}
      syncs={jobs}
      now={now}
      isManager={isManager(visit)}
      seal={visit.seal}
      wrongWord={wrongWord}
      note={error === undefined ? noteOf(c.req.query("nota")) : <Refused error={error} />}
    />
  );
  return visit.show(page, wrongWord ? { status: 422 } : statusOf(error));
}

export function connectionIn({ c }: MemberRequest): string {
  return c.req.param("conn") ?? "";
}

function statusOf(error: AppError | undefined): { status?: number } {
  return error === undefined ? {} : { status: error.entry.status };
}

export function Refused({ error }: { error: AppError }) {
  const { title, advice } = errorText(error);
  return (
    <Note title={title}>
      <p>{advice}</p>
    </Note>
  );
}

function noteOf(name: string | undefined) {
  if (name === "guardada") return <Done>Guardada. Vale desde la próxima llamada.</Done>;
  if (name === "olvidada") return <Done>La clave se borró y ya no se puede recuperar.</Done>;
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
