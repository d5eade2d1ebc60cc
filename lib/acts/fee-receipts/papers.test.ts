import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { todayInSantiago } from "#lib/chile/index.ts";
import {
  feeLane,
  feeReceipt,
  type FeeCaller,
  type FeeLane,
} from "#tests/support/scenes/fee-lane.ts";
import { pollUntil } from "#tests/support/poll-until.ts";

// What the service fetches by itself: the PDF of each receipt that was issued or annulled.

let lane: FeeLane;
let owner: FeeCaller & { id: string };
beforeAll(async () => {
  lane = await feeLane();
});
afterAll(() => lane.close());
beforeEach(async () => {
  await lane.work();
  Object.assign(lane.portal, { receipts: [], papers: "ready" });
  owner = await lane.issuer();
});

const asked = (referencia: string, monto?: number) => ({
  ...feeReceipt(referencia, monto),
  fecha: todayInSantiago(lane.clock.now()),
});
const ask = (input: object) => lane.call("honorarios.solicitar", input, owner);

const visits = async () =>
  lane.database.owner(
    `select status from sync_jobs where organization_id = $1 and kind = 'pdf' and actor_kind = 'system'`,
    [owner.id],
  );

test("PDFs are fetched one at a time, and all of them", async () => {
  lane.hold();
  for (const place of [1, 2, 3]) await ask(asked(`OC-${place}`, place));
  await lane.run(3);
  expect((await visits()).filter(({ status }) => status === "queued")).toHaveLength(1);
  await lane.housekeeping();
  expect(await visits()).toHaveLength(1);
  await lane.work();
  for (let minute = 0; minute < 3; minute += 1) {
    lane.advance(60);
    await lane.housekeeping();
  }
  const kept = (await lane.events(owner.id)).filter(({ type }) =>
    type.endsWith("document_available"),
  );
  expect(kept).toHaveLength(3);
});

test("what the service fetches by itself takes no caller's place", async () => {
  lane.hold();
  await lane.database.owner(
    `insert into sync_jobs (id, organization_id, connection_id, kind, connector, alcances, trigger, status,
       outcomes, attempts, token, not_before, request_id, actor_kind, actor_id, created_at)
     select 'sjb_paper_' || n, $1, $2, 'pdf', 'tributario', '{}', 'manual', 'queued', '[]', 0, 0, $3, 'req_1',
       'system', 'housekeeping', $3 from generate_series(1, 12) n`,
    [owner.id, owner.connection, lane.clock.now()],
  );
  const waits = lane.call("honorarios.previsualizar", asked("OC-1"), owner);
  await pollUntil(
    async () => lane.waiting(),
    (count) => count === 1,
    60,
  );
  await lane.work();
  expect((await waits).status).toBe(200);
  await lane.database.owner("delete from sync_jobs where id like 'sjb_paper_%'");
});

test("a PDF from before the annulment, fetched late, leaves the visit for the marked one", async () => {
  lane.portal.papers = "late";
  const { body } = await ask(asked("OC-1"));
  const solicitudId = body.data?.["solicitudId"];
  const visitAt = async (): Promise<unknown> => {
    const query = "select visit_at, kept_version from fee_receipt_requests where id = $1";
    return (await lane.database.owner(query, [solicitudId]))[0];
  };
  lane.portal.papers = "ready";
  const annulled = "update fee_receipt_requests set document_version = 2 where id = $1";
  await lane.database.owner(annulled, [solicitudId]);
  lane.advance(301);
  await lane.housekeeping();
  expect(await visitAt()).toEqual({ visit_at: expect.any(Date), kept_version: 1 });
  for (const receipt of lane.portal.receipts) receipt.estado = "ANULADA";
  lane.advance(3_600);
  await lane.housekeeping();
  expect(await visitAt()).toEqual({ visit_at: null, kept_version: 2 });
});
