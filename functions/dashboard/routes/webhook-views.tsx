import { findConnectionDetail, listConnections } from "#lib/connections/index.ts";
import { plansWith } from "#lib/identity/index.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import {
  endpointHealth,
  findEndpoint,
  listEndpoints,
  waitingDeliveries,
} from "#lib/webhooks/index.ts";
import { personNav, type MemberRequest } from "../frame/page-request.ts";
import { Done, Note } from "../pages/parts.tsx";
import { WebhookPage } from "../pages/webhook-page.tsx";
import { newWebhookPath, WebhooksPage } from "../pages/webhooks-page.tsx";
import { problemOf, type Problem } from "../texts/webhook-problems.ts";
import { isManager } from "./found.tsx";

/** The list, and why a new one was not made. */
export async function showWebhooks(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const { organizationId } = membership;
  const endpoints = await listEndpoints(ctx);
  const connections = await listConnections(ctx);
  const page = (
    <WebhooksPage
      nav={personNav(visit)}
      organizationId={organizationId}
      endpoints={endpoints}
      connections={new Map(connections.map(({ id, nombre }) => [id, nombre]))}
      now={ctx.clock.now()}
      createSeal={isManager(visit) ? visit.seal(newWebhookPath(organizationId)) : null}
      problem={told(error)}
    />
  );
  return visit.show(page, statusOf(error));
}

/** One endpoint, and why what was asked for did not happen. */
export async function showWebhook(visit: MemberRequest, error?: AppError): Promise<Response> {
  const { ctx, membership } = visit;
  const endpoint = await findEndpoint(ctx, endpointIn(visit));
  const { connectionId } = endpoint;
  const connection = connectionId === null ? null : await findConnectionDetail(ctx, connectionId);
  const problem = told(error);
  const page = (
    <WebhookPage
      nav={personNav(visit)}
      organizationId={membership.organizationId}
      endpoint={endpoint}
      connectionName={connection?.nombre ?? null}
      health={await endpointHealth(ctx, endpoint.id)}
      waiting={await waitingDeliveries(ctx, endpoint.id)}
      now={ctx.clock.now()}
      seal={isManager(visit) ? visit.seal : null}
      note={problem === undefined ? noteOf(visit.c.req.query("nota")) : <Refused {...problem} />}
    />
  );
  return visit.show(page, statusOf(error));
}

export function endpointIn({ c }: MemberRequest): string {
  return c.req.param("whk") ?? "";
}

function told(error: AppError | undefined): Problem | undefined {
  return error === undefined ? undefined : problemOf(error, plansWith("webhooks"));
}

function statusOf(error: AppError | undefined): { status?: number } {
  return error === undefined ? {} : { status: error.entry.status };
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
  if (name === "habilitado") return <Done>Habilitado. Recibe lo que pase desde ahora.</Done>;
  return undefined;
}
