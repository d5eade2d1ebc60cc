import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { todayInSantiago } from "#lib/chile/index.ts";
import { beginRestore, finishRestore } from "#lib/restore/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { listReceipt } from "#tests/support/planted/fee-receipts.ts";
import { storeCoverage } from "#tests/support/planted/stored-rows.ts";

// A restored database does not know receipts issued after its point. The portal's list does.

let lane: FeeLane;
let issuer: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
  issuer = await lane.issuer();
  await lane.database.owner(
    "update connections set alcances = '{boletas,honorarios}' where id = $1",
    [issuer.connection],
  );
});
afterAll(() => lane.close());

/** As the database of the point has them. */
async function forgetRequests() {
  for (const table of [
    "fee_receipt_requests",
    "operation_evidence",
    "operation_files",
    "idempotency_keys",
    "operations",
    "sync_jobs",
  ]) {
    await lane.database.owner(`delete from ${table}`);
  }
}

/** Reads what `finish` requires, as a sync would. */
async function readLists() {
  const of = { organization: issuer.id, connection: issuer.connection };
  for (const receipt of lane.portal.receipts) await listReceipt(lane, of, receipt);
  const asked = await lane.database.owner(
    "select periodo from sync_jobs where kind = 'sync' and status = 'queued'",
  );
  expect(asked.length).toBeGreaterThan(0);
  for (const { periodo } of asked) {
    await storeCoverage(lane, of, { alcance: "boletas", periodo: String(periodo) });
  }
  await lane.database.owner(
    "update sync_jobs set status = 'succeeded', finished_at = $1 where kind = 'sync'",
    [lane.clock.now()],
  );
}

test("no repeated call reissues a receipt from after the point; a new preview can, and says so", async () => {
  const point = lane.clock.now();
  lane.advance(60);
  const input = { ...feeReceipt("OC-1"), fecha: todayInSantiago(lane.clock.now()) };
  const { huella } = (await lane.call("honorarios.previsualizar", input, issuer)).body.data ?? {};
  const [bare, seen] = [randomUUID(), randomUUID()];
  const solicit = (idempotencyKey: string, more: object = {}) =>
    lane.call("honorarios.solicitar", { ...input, ...more }, { ...issuer, idempotencyKey });
  expect((await solicit(bare)).body.data).toMatchObject({ state: "issued" });
  await forgetRequests();

  lane.advance(60);
  const begunAt = lane.clock.now();
  await beginRestore({ ...lane.deps, db: lane.database.keeper }, acts);
  const finish = () => finishRestore(lane.deps, { point, begunAt, offered: () => [] });
  await finish();
  await readLists();
  const listed = { connection: issuer.connection, fecha: input.fecha };
  expect(await finish()).toMatchObject({ finished: true, lacking: [listed] });

  expect((await solicit(bare)).body.error).toMatchObject({
    code: "honorarios_policy_denied",
    details: { limits: [{ limite: "igual_no_registrada" }] },
  });
  // What was seen before the receipt was issued says nothing about it.
  await solicit(seen, { huella });
  const { body } = await lane.call("honorarios.consultar", { referencia: "OC-1" }, issuer);
  expect(body.data?.["solicitudes"]).toMatchObject([
    { state: "rejected", motivo: "huella_distinta", seEnvio: false },
  ]);
  expect(lane.portal.sends).toBe(1);

  const anew = (await lane.call("honorarios.previsualizar", input, issuer)).body.data ?? {};
  expect(anew["advertencias"]).toContain("igual_reciente");
  const wanted = await solicit(randomUUID(), { huella: anew["huella"] });
  expect(wanted.body.data).toMatchObject({ state: "issued" });
  expect(lane.portal.sends).toBe(2);
});
