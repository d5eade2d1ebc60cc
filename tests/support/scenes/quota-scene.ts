import { randomUUID } from "node:crypto";
import { createApi } from "#functions/api/app.ts";
import { callTool, testApi, type CallOptions } from "./api.ts";
import { probeConnector } from "./probe-connector.ts";

export const march = "2027-03-10T12:00:00.000Z";

/** Callers with a connection each, and what is counted of their calls. */
export async function quotaScene() {
  const api = await testApi({ connectors: [probeConnector().connector] });
  return {
    api,
    appAt: (instant: string) =>
      createApi({ ...api.appDeps, clock: { now: () => new Date(instant) } }),

    async caller(plan: "free" | "pro" = "free") {
      const organization = await api.organization({ plan });
      const connection = await api.connection(organization.id, "prueba");
      const call = (toolId: string, input: unknown, options: CallOptions = {}, app = api.app) =>
        callTool(app, toolId, input, { key: organization.key, connection, ...options });
      return { organization, connection, call };
    },

    async callsOf(connection: string): Promise<Record<string, number>> {
      const rows = await api.database.owner(
        "select periodo, sum(calls)::int as calls from usage_slots where connection_id = $1 group by 1",
        [connection],
      );
      return Object.fromEntries(rows.map(({ periodo, calls }) => [String(periodo), Number(calls)]));
    },

    /** Counts calls as made, in one slot. */
    use: (connection: string, organizationId: string, periodo: string, calls: number) =>
      api.database.owner(
        `insert into usage_slots (id, organization_id, connection_id, periodo, calls)
         values ($1, $2, $3, $4, $5)`,
        [randomUUID(), organizationId, connection, periodo, calls],
      ),
  };
}
