import type { Queries, Statement } from "./database.ts";

const selectOne: Statement = { name: "database.check", repeatable: true, text: "select 1" };

/** Passes when the database answers; throws `service_unavailable` when it is away. */
export async function checkDatabase(db: Queries): Promise<void> {
  await db.run(selectOne, []);
}
