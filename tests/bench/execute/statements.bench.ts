import assert from "node:assert/strict";
import { createApi } from "#functions/api/app.ts";
import { withDatabase } from "../harness/cluster.ts";
import { figure, type Bench } from "../harness/figure.ts";
import { headersOf, readBody, readPath, setScene, type Scene } from "./scene.ts";

/** As the server itself counted, statements of transactions and of the walls included. */
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
        try {
          await database.owner.query("select pg_stat_statements_reset()");
          await readOnceEach(scene);
          const counted = await database.owner.query<{ statements: number }>(countStatements);
          const statements = counted.rows[0]?.statements ?? 0;
          return [figure("execute.statements", statements / scene.callers.length, null)];
        } finally {
          await scene.close();
        }
      },
      { flags: ["-c", "shared_preload_libraries=pg_stat_statements"] },
    ),
};

/** In turn, so that the statements of one call follow one another. */
async function readOnceEach(scene: Scene): Promise<void> {
  const app = createApi(scene.deps);
  for (const caller of scene.callers) {
    const headers = headersOf(caller);
    const response = await app.request(readPath, { method: "POST", headers, body: readBody });
    assert.equal(response.status, 200);
  }
}
