import { afterAll, beforeAll, expect, test } from "vitest";
import { withSystemTx } from "#lib/db/context.ts";
import { claimJob, type ClaimedJob } from "#lib/jobs/claim-job.ts";
import { syncKinds } from "#lib/jobs/job.ts";
import { plantRow } from "#tests/support/databases/row-security-tables.ts";
import { jobScene, type JobScene } from "#tests/support/scenes/job-scene.ts";
import { lostAccounts } from "./lost-accounts.ts";

let scene: JobScene;
let job: ClaimedJob;
beforeAll(async () => {
  scene = await jobScene();
  const { id } = await scene.organization();
  const jobId = await scene.request(id, await scene.connect(id));
  const claim = await claimJob(scene.deps, jobId, syncKinds);
  if (claim.kind !== "claimed") throw new Error(claim.kind);
  job = { ...claim.job, periodo: "2026-10" };
});
afterAll(() => scene.close());

test.each([
  ["on the month's last day", "movimientos", "2026-11-01T02:59:00.000Z", "unlisted"],
  ["once the month was over", "tarjetas", "2026-11-01T03:00:00.000Z", true],
])(
  "an account that was read whole %s, and is not shown any more",
  async (_, alcance, at, known) => {
    const month = { connection_id: job.connectionId, alcance, periodo: job.periodo };
    const read = { read_at: at, cuentas: { "1": true, "2": false, "3": true }, status: "ok" };
    const table = { name: "coverage", owner: "organization_id" };
    await plantRow(scene.database, table, job.organizationId, { ...month, ...read });
    const shown = { alcance, rows: [], completoPorCuenta: { "3": true } };
    const lost = await withSystemTx(scene.deps, (tx) => lostAccounts(tx, job, shown));
    expect(lost).toEqual({ "1": known, "2": "unlisted" });
  },
);
