import * as z from "zod";
import { findConnectionDetail } from "#lib/connections/index.ts";
import { plansWith } from "#lib/identity/index.ts";
import { pageOf } from "#lib/kernel/cursor.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import {
  endpointHealth,
  findEndpoint,
  listEndpoints,
  listMissed,
  waitingDeliveries,
  type Endpoint,
} from "#lib/webhooks/index.ts";
import { listQuery, rowsOfPage, rowsWithForms } from "../frame/list-query.ts";
import { personNav, type MemberRequest } from "../request/page-request.ts";
import { idIn } from "../frame/path-ids.ts";
import { readPart } from "../frame/read-part.ts";
import { MissedPage } from "../pages/webhooks/missed-page.tsx";
import { Done, Note } from "../pages/parts/parts.tsx";
import { WebhookPage } from "../pages/webhooks/webhook-page.tsx";
import { newWebhookPath, WebhooksPage } from "../pages/webhooks/webhooks-page.tsx";
import { problemOf, type Problem } from "../texts/webhook-problems.ts";
import { isOfDeleted } from "../texts/webhook-words.ts";
import { isManager } from "./found.tsx";
import { connectionNames } from "./named-connections.ts";
import { statusOf } from "../request/answer.ts";

/** The list, and why a new endpoint was not made. */
export async function showWebhooks(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const { organizationId } = membership;
  const { place, next, first } = listQuery(visit, z.object({}));
  const [after = ""] = place ?? [];
  const behind = (await listEndpoints(ctx)).filter(({ id }) => id > after);
  const { page: endpoints, last } = pageOf(behind, rowsOfPage);
  const problem = told(error);
  const page = (
    <WebhooksPage
      lacksPlan={problem === undefined && !plansWith("webhooks").includes(membership.plan)}
      nav={personNav(visit)}
      organizationId={organizationId}
      endpoints={endpoints}
      next={next(last === null ? null : [last.id])}
      first={first}
      connections={await connectionNames(ctx, ctx.catalogue)}
      now={ctx.clock.now()}
      createSeal={isManager(visit) ? visit.seal(newWebhookPath(organizationId)) : null}
      problem={problem}
    />
  );
  return visit.show(page, statusOf(error));
}

/** One endpoint, and why the requested change did not happen. */
export async function showWebhook(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const endpoint = await findEndpoint(ctx, idIn(visit, "whk"));
  const health = await readPart(ctx.log, "webhook.health", () => endpointHealth(ctx, endpoint.id));
  const waiting = await readPart(ctx.log, "webhook.waiting", () =>
    waitingDeliveries(ctx, endpoint.id),
  );
  const connection = await readPart(ctx.log, "webhook.connection", () =>
    connectionNameOf(ctx, endpoint).then((name) => ({ name })),
  );
  const problem = told(error);
  const page = (
    <WebhookPage
      lacksPlan={problem === undefined && !plansWith("webhooks").includes(membership.plan)}
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      endpoint={endpoint}
      connection={connection}
      health={health}
      waiting={waiting}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      note={problem === undefined ? noteOf(visit.note) : <Refused {...problem} />}
    />
  );
  return visit.show(page, statusOf(error));
}

/** What an endpoint was never sent, or not successfully. */
export async function showMissed(visit: MemberRequest): Promise<Response> {
  const { ctx, membership } = visit;
  const { place, next, first } = listQuery(visit, z.object({}));
  const part = { limit: rowsWithForms, after: place?.[0] ?? null };
  const found = await listMissed(ctx, idIn(visit, "whk"), part);
  const page = (
    <MissedPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      endpoint={found.endpoint}
      ofDeleted={isOfDeleted(found.endpoint, await connectionNameOf(ctx, found.endpoint))}
      missed={found.missed}
      next={next(found.next === null ? null : [found.next])}
      first={first}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      note={noteOf(visit.note)}
    />
  );
  return visit.show(page);
}

async function connectionNameOf(
  ctx: MemberRequest["ctx"],
  { connectionId }: Endpoint,
): Promise<string | null> {
  if (connectionId === null) return null;
  return (await findConnectionDetail(ctx, connectionId))?.nombre ?? null;
}

function told(error: AppError | undefined): Problem | undefined {
  return error === undefined ? undefined : problemOf(error, plansWith("webhooks"));
}

function Refused({ title, text }: Problem) {
  return (
    <Note title={title}>
      <p>{text}</p>
    </Note>
  );
}

function noteOf(name: string | undefined) {
  if (name === "guardado") return <Done>Guardado. Vale desde el próximo evento.</Done>;
  if (name === "pausado") return <Done>En pausa. Lo que pase mientras tanto no se envía.</Done>;
  if (name === "recuperada") return <Done>Evento en cola. Sale en menos de un minuto.</Done>;
  if (name === "ya-estaba") return <Done>Este webhook ya tenía el evento: no lo repetimos.</Done>;
  if (name === "habilitado") return <Done>Habilitado. Recibe lo que pase desde ahora.</Done>;
  return undefined;
}
