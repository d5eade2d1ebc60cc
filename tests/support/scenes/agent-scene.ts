import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { connectors } from "#lib/tools/connectors.ts";
import type { Connector } from "#lib/contract/index.ts";
import { callTool, testApi, type Answered, type TestApi, type TestOrganization } from "./api.ts";
import { executeOverMcp, type RpcAnswer } from "../agents/mcp-calls.ts";
import { probeConnector } from "./probe-connector.ts";
import { tokenIssuer, type TokenIssuer } from "./token-issuer.ts";

/** An organization with a connection, and callers with a key or a token. */
export interface AgentScene {
  api: TestApi;
  connectors: readonly Connector[];
  issuer: TokenIssuer;
  owner: TestOrganization;
  connection: string;
  /** Needs `prueba:read`. */
  readBy(bearer: string | undefined, app?: Hono): Promise<Answered>;
  /** Needs `prueba:write` too. */
  actBy(bearer: string, app?: Hono): Promise<Answered>;
  actOverMcp(bearer: string | undefined): Promise<RpcAnswer>;
}

export async function agentScene(): Promise<AgentScene> {
  const all = [...connectors, probeConnector().connector];
  const api = await testApi({ connectors: all });
  const owner = await api.organization();
  const connection = await api.connection(owner.id, "prueba");
  const emit = "prueba.documento.emitir";
  const asCaller = (bearer: string | undefined) => ({
    connection,
    ...(bearer !== undefined && { key: bearer }),
  });
  return {
    api,
    connectors: all,
    issuer: await tokenIssuer(api),
    owner,
    connection,
    readBy: (bearer, app = api.app) =>
      callTool(app, "prueba.movimientos.consultar", {}, asCaller(bearer)),
    actBy: (bearer, app = api.app) =>
      callTool(app, emit, { texto: "a" }, { ...asCaller(bearer), idempotencyKey: randomUUID() }),
    actOverMcp: (bearer) =>
      executeOverMcp(
        (request) => api.app.fetch(request),
        emit,
        { texto: "a" },
        { ...asCaller(bearer), idempotencyKey: randomUUID() },
      ),
  };
}
