import { insertConnection, storeCredential } from "#lib/connections/index.ts";
import { withTx } from "#lib/db/context.ts";
import type { Answered, TestOrganization } from "../scenes/api.ts";
import type { Deployment } from "./deployment.ts";

/** An organization's agent, which only knows the function's URL. */
export interface Caller extends TestOrganization {
  connect(connector: string, fields: Record<string, string>, rut: string): Promise<string>;
  /** A request with the organization's key. */
  request(method: string, path: string, body?: unknown, headers?: object): Promise<Answered>;
  call(
    tool: string,
    input: unknown,
    options?: { connection?: string; idempotencyKey?: string },
  ): Promise<Answered>;
}

export async function newCaller(deployment: Deployment): Promise<Caller> {
  const { api, vault } = deployment;
  const connectors = api.deps.catalogue.manifests.flatMap(({ id }) => [
    `${id}:read`,
    `${id}:write`,
  ]);
  const scopes = [...connectors, "webhooks:read", "webhooks:write"];
  const organization = await api.organization({ plan: "business", scopes });
  const request: Caller["request"] = async (method, path, body, headers = {}) => {
    const response = await deployment.send({
      method,
      path,
      headers: {
        authorization: `Bearer ${organization.key}`,
        "content-type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers: answered } = response;
    return { status, headers: answered, body: (await response.json()) as Answered["body"] };
  };
  return {
    ...organization,
    request,
    call: (tool, input, { connection, idempotencyKey } = {}) =>
      request(
        "POST",
        `/v1/tools/${tool}/execute`,
        { input },
        {
          ...(connection !== undefined && { "x-connect-connection": connection }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
      ),
    connect: (connector, fields, rut) =>
      withTx(api.contextOf(organization.id), async (tx) => {
        const id = await insertConnection(tx, organization.id, {
          connector,
          nombre: "Conexión de prueba",
          rut,
          razonSocial: null,
          alcances: api.deps.catalogue.manifestOf(connector)?.alcances.map(({ id }) => id) ?? [],
          credencial: "viva",
        });
        const given = { organizationId: organization.id, connectionId: id, connector, fields };
        await storeCredential({ ...tx, vault, secret: api.deps.secret }, given);
        return id;
      }),
  };
}
