import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import { endsOrWaits } from "#tests/support/databases/lock-waits.ts";
import type { Act } from "../act.ts";
import type { ActingConnection } from "../ledger-context.ts";
import { operate } from "../operate.ts";

let sends = 0;
/** The first one at its barrier stays there until it is let through. */
const barrier = { reached: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };

const act: Act = {
  terms: {
    kinds: ["boleta"],
    answers: "outcome",
    words: {
      done: "hecho",
      refusals: {},
      unknown: "tributario_emission_outcome_unknown",
      overdue: "timeout",
      notFound: "tributario_emission_not_found",
      alike: (open) =>
        new AppError("connection_busy", { details: { open: open === null ? null : open.id } }),
      askCall: () => ({}),
    },
    async changed(_tx, _row, { state }) {
      if (state !== "crossed") return;
      barrier.reached.resolve();
      await barrier.open.promise;
    },
  },
  place: "mesón",
  open: async () => ({
    check: async () => undefined,
    before: async () => [],
    ready: async () => undefined,
    send: () => {
      sends += 1;
      throw new AppError("timeout");
    },
    ask: async () => ({ kind: "names", listed: 0, matching: [] }),
    answer: () => ({}),
    folioOf: () => null,
  }),
};

let scene: LedgerScene;
beforeAll(async () => {
  scene = await ledgerScene([act]);
});
afterAll(() => scene.api.close());

const codeOf = (connection: ActingConnection, key: string): Promise<string> =>
  operate(scene.ctx, connection, {
    key,
    toolId: "tributario.boleta.emitir",
    connectionId: connection.id,
    input: {},
    kind: "boleta",
    terms: act.terms,
    operationRequestId: "req_1",
    whyNotNew: null,
    describe: async () => ({ looksLike: "the same", documentHash: "" }),
    explain: async (error) => error,
  }).then(
    () => "done",
    ({ code }: AppError) => code,
  );

test("of two at their barriers at once one crosses, and the other is never sent", async () => {
  const jobs: string[] = [];
  scene.held.jobs = jobs;
  const other = await scene.connect("16111222-3");
  const told = [codeOf(scene.connection, "key-1"), codeOf(other, "key-2")];
  await expect.poll(() => jobs).toHaveLength(2);
  const [first = "", second = ""] = jobs;
  const crossing = scene.run(first);
  await barrier.reached.promise;
  const waiting = scene.run(second);
  expect(await endsOrWaits(scene.api.database, waiting)).toBe("waits");
  barrier.open.resolve();
  await Promise.all([crossing, waiting]);
  expect((await Promise.all(told)).toSorted()).toEqual([
    "connection_busy",
    "tributario_emission_outcome_unknown",
  ]);
  expect(sends).toBe(1);
});
