import { afterAll, beforeAll, expect, test } from "vitest";
import { withSystemTx } from "#lib/db/context.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { endSyncsOf } from "./end-syncs-of.ts";

let scene: JobScene;
beforeAll(async () => {
  scene = await jobScene();
});
afterAll(() => scene.close());

test("a credential that is gone ends no job of the ledger, which has to find out what it did", async () => {
  const { id: organizationId } = await scene.organization();
  const connection = await scene.connect(organizationId);
  const table = { name: "sync_jobs", owner: "organization_id" };
  const plant = (kind: string, status: string) => {
    const own = { id: `sjb_${kind}`, connection_id: connection, link_id: null };
    return plantRow(scene.database, table, organizationId, { ...own, kind, status });
  };
  await plant("emission", "running");
  await plant("reconcile", "queued");
  await plant("sync", "queued");
  const ender = { ...scene.deps, onJobEnded: () => Promise.resolve() };
  await withSystemTx(ender, (tx) => endSyncsOf(tx, connection));
  const left = "select kind, status from sync_jobs where connection_id = $1 order by kind";
  expect(await scene.database.owner(left, [connection])).toEqual([
    { kind: "emission", status: "running" },
    { kind: "reconcile", status: "queued" },
    { kind: "sync", status: "canceled" },
  ]);
});
