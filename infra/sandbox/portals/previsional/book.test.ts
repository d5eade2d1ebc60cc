import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../../testing/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

async function idsOf(periodo: string): Promise<string[]> {
  const path = `/portals/previsional/truth?resource=nominas&periodo=${periodo}`;
  const { body } = await sandbox.control<{ rows: { id: string }[] }>("GET", path);
  return body.rows.map(({ id }) => id);
}

test("payrolls have unique numbers, however many are loaded from outside", async () => {
  await sandbox.service.moveClock(new Date("2026-11-21T15:00:00Z"));
  const rows = Array.from({ length: 11 }, () => ({ tipo: "reliquidacion", trabajadores: 1 }));
  const added = { resource: "nominas", periodo: "2026-09", rows };
  await sandbox.control("POST", "/portals/previsional/rows", added);
  const ids = [...(await idsOf("2026-09")), ...(await idsOf("2026-10"))];
  expect([ids.length, new Set(ids).size]).toEqual([16, 16]);
});
