import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApi, type TestApi } from "#tests/support/scenes/api.ts";
import { runOnce, type KeptAnswer } from "./run-once.ts";

// A call freezes until another takes its key over, and continues while that one works.

let api: TestApi;
let organizationId: string;
beforeAll(async () => {
  api = await testApi();
  ({ id: organizationId } = await api.organization());
});
afterAll(() => api.close());

function answer(data: string): KeptAnswer {
  return { data, operationRequestId: randomUUID() };
}

interface Started {
  ended: Promise<unknown>;
  /** Ends the work, successfully or not. */
  end(how: KeptAnswer | Error): void;
}

/** A call under the key that has begun its work. */
async function start(key: string): Promise<Started> {
  const ctx = { ...api.contextOf(organizationId), vault: api.deps.vault };
  const request = { key, toolId: "echo.mensaje.repetir", connectionId: null, input: {} };
  let end: Started["end"] = () => undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = runOnce(ctx, request, () => {
    begin();
    return new Promise<KeptAnswer>((resolve, reject) => {
      end = (how) => (how instanceof Error ? reject(how) : resolve(how));
    });
  }).catch((error: unknown) => error);
  await Promise.race([begun, ended]);
  return { ended, end: (how) => end(how) };
}

async function takenOver(): Promise<{ key: string; frozen: Started; taker: Started }> {
  const key = randomUUID();
  const frozen = await start(key);
  api.clock.advance(91_000);
  return { key, frozen, taker: await start(key) };
}

const inProgress = expect.objectContaining({ code: "idempotency_in_progress" });

test("its answer is discarded: the other call's is kept", async () => {
  const { key, frozen, taker } = await takenOver();
  frozen.end(answer("late"));
  expect(await frozen.ended).toEqual(inProgress);
  expect(await (await start(key)).ended).toEqual(inProgress);
  taker.end(answer("taken over"));
  expect(await taker.ended).toMatchObject({ data: "taken over", idempotency: "stored" });
  const again = await (await start(key)).ended;
  expect(again).toMatchObject({ data: "taken over", idempotency: "replayed" });
});

test("its failure does not release the key while the other call works", async () => {
  const { key, frozen, taker } = await takenOver();
  const failure = new Error("late");
  frozen.end(failure);
  expect(await frozen.ended).toBe(failure);
  expect(await (await start(key)).ended).toEqual(inProgress);
  taker.end(answer("taken over"));
  expect(await taker.ended).toMatchObject({ data: "taken over", idempotency: "stored" });
});
