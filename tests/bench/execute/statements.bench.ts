import assert from "node:assert/strict";
import type { ApiDeps } from "#functions/api/route-deps.ts";
import { createApi } from "#functions/api/app.ts";
import { tokenIssuer } from "#tests/support/scenes/token-issuer.ts";
import { withDatabase, type BenchDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import {
  baseUrl,
  benchDeps,
  contextOf,
  headersOf,
  readBody,
  readPath,
  setScene,
  type Caller,
  type Scene,
} from "./scene.ts";

/** As counted by the server itself, including statements of transactions and of row-level security. */
const countStatements = `
  select coalesce(sum(calls), 0)::int as statements from pg_stat_statements
  where userid = 'connect_app'::regrole and toplevel`;

export const executeStatements: Bench = {
  names: ["execute.statements"],
  run: () =>
    withDatabase(
      async (database) => {
        await database.owner.query("create extension pg_stat_statements");
        const scene = await setScene(database);
        const served = await benchDeps(scene.ours);
        try {
          const read = reader(served);
          const agents = await agentsOf(scene, database);
          // The keys that verify tokens are read only once in several minutes.
          await read(agents.slice(0, 1));
          const callers = [...scene.callers, ...agents];
          await database.owner.query("select pg_stat_statements_reset()");
          await read(callers);
          const counted = await database.owner.query<{ statements: number }>(countStatements);
          const statements = counted.rows[0]?.statements ?? 0;
          return [figure("execute.statements", statements / callers.length, null)];
        } finally {
          await served.db.close();
          await scene.close();
        }
      },
      { flags: ["-c", "shared_preload_libraries=pg_stat_statements"] },
    ),
};

/** One after the other, so that the statements of one call follow each other. */
function reader(served: ApiDeps): (callers: readonly Caller[]) => Promise<void> {
  const app = createApi(served);
  return async (callers) => {
    for (const caller of callers) {
      const headers = headersOf(caller);
      const response = await app.request(readPath, { method: "POST", headers, body: readBody });
      assert.equal(response.status, 200);
    }
  };
}

/** For some of the connections, an agent with an access token instead of a key. */
async function agentsOf({ deps, callers }: Scene, { owner }: BenchDatabase): Promise<Caller[]> {
  const issuer = await tokenIssuer({
    settings: { BASE_URL: baseUrl },
    clock: deps.clock,
    database: { owner: async (text, values = []) => (await owner.query(text, values)).rows },
    contextOf: (organizationId) => contextOf(deps, organizationId),
  });
  const agents: Caller[] = [];
  for (const { connection } of callers.slice(0, 40)) {
    const found = await owner.query<{ id: string }>(
      "select organization_id as id from connections where id = $1",
      [connection],
    );
    const { token } = await issuer.agent(found.rows[0]?.id ?? "", { scopes: ["prueba:read"] });
    agents.push({ key: token, connection });
  }
  return agents;
}
