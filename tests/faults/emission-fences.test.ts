import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Dice } from "./emission-histories/dice.ts";
import { answerOf, History } from "./emission-histories/history.ts";
import { operationsIn } from "./emission-histories/judge.ts";
import { openLane, type Client, type Lane } from "./emission-histories/lane.ts";

// A worker that another one replaced, and checks of the list that never end.

let lane: Lane;
let history: History;
let maker: Client;

beforeAll(async () => {
  lane = await openLane();
});
afterAll(() => lane.api.close());
beforeEach(async () => {
  const { clients } = await lane.newCompany(false);
  history = new History(lane, new Dice(1), clients);
  [maker] = clients;
});

test("of two workers before the barrier the replaced one stops, and sends nothing", async () => {
  const previewed = await history.preview(maker, 2_000);
  const { call } = await history.emit(maker, previewed, randomUUID());
  const [jobId = ""] = lane.queue.messages.splice(0);
  const freezes = { kind: "ends", at: "emission.before_barrier", how: "freezes" } as const;
  const replaced = history.deliver(jobId, freezes);
  await replaced.stopped;
  lane.advance(61);
  const holder = history.deliver(jobId, freezes);
  await holder.stopped;
  expect([replaced.state, holder.state]).toEqual(["frozen", "frozen"]);

  replaced.thaw();
  await replaced.stopped;
  expect(replaced.state).toBe("ended");
  expect(lane.office.sends.size).toBe(0);
  expect(await operationsIn(history)).toMatchObject([{ state: "running", crossed: false }]);

  holder.thaw();
  await holder.stopped;
  await call.process.stopped;
  expect(answerOf(call).body.data).toMatchObject({ estado: "emitido", folio: 500_001 });
  expect([...lane.office.sends.values()]).toEqual([1]);
});

/** An emission that nobody has begun, and its operation as another worker has it meanwhile. */
async function ordered(): Promise<{ jobId: string; taken(change: string): Promise<unknown> }> {
  const previewed = await history.preview(maker, 2_000);
  const { call } = await history.emit(maker, previewed, randomUUID());
  call.process.kill();
  const [jobId = ""] = lane.queue.messages.splice(0);
  const taken = (change: string) =>
    lane.api.database.owner(`update operations set token = 9, ${change} where job_id = $1`, [
      jobId,
    ]);
  return { jobId, taken };
}

const operationOf = async (jobId: string): Promise<unknown> => {
  const query = "select state, token, known from operations where job_id = $1";
  return (await lane.api.database.owner(query, [jobId]))[0];
};

test("an older token cannot take an operation from the worker that has it", async () => {
  const { jobId, taken } = await ordered();
  await taken("state = 'running'");
  await history.deliver(jobId).stopped;
  expect(await operationOf(jobId)).toMatchObject({ state: "running", token: 9 });
  expect(lane.office.sends.size).toBe(0);
});

test("a worker that lost its operation does not write its folios into it", async () => {
  const { jobId, taken } = await ordered();
  const freezes = { kind: "ends", at: "emission.after_login", how: "freezes" } as const;
  const replaced = history.deliver(jobId, freezes);
  await replaced.stopped;
  expect(replaced.state).toBe("frozen");
  await taken("known = '{7}'");
  replaced.thaw();
  await replaced.stopped;
  expect(await operationOf(jobId)).toEqual({ state: "running", token: 9, known: ["7"] });
  expect(lane.office.sends.size).toBe(0);
});

test("a check of the list whose workers die is repeated less and less often", async () => {
  const previewed = await history.preview(maker, 2_000);
  lane.office.nextSend = "dropped";
  const { call } = await history.emit(maker, previewed, randomUUID());
  await history.deliverAll();
  await call.process.stopped;
  const visitsOf = async (minutes: number): Promise<number> => {
    const before = lane.office.visits;
    for (let minute = 0; minute < minutes; minute += 1) {
      lane.advance(61);
      await history.housekeeping();
      for (const jobId of lane.queue.messages.splice(0)) {
        await history.deliver(jobId, { kind: "ends", at: "emission.after_login", how: "dies" })
          .stopped;
      }
    }
    return lane.office.visits - before;
  };
  const [firstHalfHour, second] = [await visitsOf(30), await visitsOf(30)];
  expect(firstHalfHour).toBeGreaterThan(0);
  expect(firstHalfHour).toBeLessThanOrEqual(18);
  // A due check is at most three attempts.
  expect(second).toBeLessThanOrEqual(6);
});
