import { afterAll, beforeAll, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { addDays, todayInSantiago } from "#lib/chile/index.ts";
import { beginRestore, finishRestore } from "#lib/restore/index.ts";
import {
  facturacionLane,
  invoice,
  type FacturacionLane,
  type IssuerCaller,
} from "#tests/support/scenes/facturacion-lane.ts";

// A restored database does not know documents issued after its point. The system's lists do, in the month of each
// document's date.

let lane: FacturacionLane;
let issuer: IssuerCaller & { id: string };
beforeAll(async () => {
  lane = await facturacionLane();
  issuer = await lane.issuer();
});
afterAll(() => lane.close());

/** Issues one with a unique amount. */
async function issued(amount: number, more: object = {}) {
  const { body } = await lane.call("documento.previsualizar", invoice(amount, more), issuer);
  const { previewRef } = body.data ?? {};
  const answer = await lane.call("documento.emitir", { previewRef }, issuer);
  expect([answer.status, answer.body.error ?? null]).toEqual([200, null]);
}

test("finish names what was issued after the point, including the month before, and nothing from before it", async () => {
  const today = todayInSantiago(lane.clock.now());
  const before = addDays(today, -Number(today.slice(8)));
  await issued(1_000, { fechaEmision: before });
  lane.advance(60);
  const point = lane.clock.now();
  lane.advance(60);
  const kept = await lane.database.owner("select id from operations");
  await issued(2_000, { fechaEmision: before });
  await issued(3_000);
  const ids = kept.map(({ id }) => id);
  await lane.database.owner("delete from operations where id <> all($1)", [ids]);
  await lane.database.owner("delete from records");
  await lane.database.owner("delete from coverage");

  const begunAt = lane.clock.now();
  await beginRestore({ ...lane.deps, db: lane.database.keeper }, acts);
  const finish = () => finishRestore(lane.deps, { point, begunAt, offered: () => [] });
  const months = [before.slice(0, 7), today.slice(0, 7)];
  expect(await finish()).toMatchObject({
    finished: false,
    // On the first of a month another one before them.
    toRead: expect.arrayContaining(months.map((month) => `${issuer.connection} ${month}`)),
  });
  const queued = "select id from sync_jobs where kind = 'sync' and status = 'queued'";
  for (const { id } of await lane.database.owner(queued)) await lane.run(String(id));

  const own = (total: number, rows: Awaited<ReturnType<FacturacionLane["truth"]>>) =>
    rows.find(
      ({ lado, folio, ...row }) =>
        lado === "emitidos" && Number(folio) < 1_000_000 && row["total"] === total,
    )?.["id"];
  const { finished, lacking } = await finish();
  expect(finished).toBe(true);
  const found = lacking.map(({ document }) => document);
  const [earlier, current] = await Promise.all(
    months.map((month) => lane.truth("documentos", month)),
  );
  expect(found).toContain(own(2_380, earlier ?? []));
  expect(found).toContain(own(3_570, current ?? []));
  expect(own(1_190, earlier ?? [])).toEqual(expect.any(String));
  expect(found).not.toContain(own(1_190, earlier ?? []));
});
