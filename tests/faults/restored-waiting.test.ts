import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acts } from "#functions/workers/acts.ts";
import { santiagoDayOf } from "#lib/chile/index.ts";
import { beginRestore } from "#lib/restore/index.ts";
import { invoice } from "#tests/support/scenes/tributario-scene.ts";
import { answerOf } from "./emission-histories/history.ts";
import { openLane, type Call, type Lane } from "./emission-histories/lane.ts";

// What waited at the point to which a database was restored may have been sent since, or never.

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());

async function finish(calls: Call[]): Promise<void> {
  const { queue, deliver } = lane;
  const ended = Promise.all(calls.map(({ process }) => process.stopped));
  while (calls.some(({ process }) => process.state === "alive")) {
    const { nextSent } = queue;
    if (queue.messages.length === 0) await Promise.race([nextSent, ended]);
    for (const jobId of queue.messages.splice(0)) await deliver(jobId).stopped;
  }
}

test("one that was never sent is not told as issued because an older one looks the same", async () => {
  const { clients } = await lane.newCompany(false);
  const [client] = clients;
  const net = 2_000;
  const sheet = { type: 33, receiver: "76177907-9", line: "Asesoría", net, annuls: null };
  lane.office.issueByHand({ ...sheet, date: santiagoDayOf(lane.api.clock.now()) });
  const preview = lane.call(client, "dte.previsualizar", invoice(net));
  await finish([preview]);
  const input = { previewRef: answerOf(preview).body.data?.["previewRef"] };
  const key = randomUUID();
  const { nextSent } = lane.queue;
  const first = lane.call(client, "dte.emitir", input, { key });
  await nextSent;
  lane.queue.messages.splice(0);

  const { deps, database } = lane.api;
  const begun = await beginRestore({ ...deps, db: database.keeper }, acts);
  expect(begun).toMatchObject({ unknown: 1 });
  lane.advance(60);
  const again = lane.call(client, "dte.emitir", input, { key });
  await finish([first, again]);
  expect(answerOf(again).body.error?.code).toBe("tributario_emission_outcome_unknown");
  const found = "select found->>'listed' as listed from operation_evidence where found is not null";
  expect(await database.owner(found)).toEqual([{ listed: "1" }]);
  expect(lane.office.sends.size).toBe(0);
});
