import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import type { Act } from "../act.ts";
import { operate } from "../operate.ts";
import { readReceipt } from "../operation/read-receipt.ts";

// The ledger with an act whose portal is the lock: what was undone there cannot be done any more.

/** What the other side shows, and the notes that asking got from the earlier step. */
const portal = { sends: 0, shows: "nothing" as "nothing" | "it", noted: [] as unknown[] };

const act: Act = {
  terms: {
    kinds: ["correo"],
    answers: "outcome",
    words: {
      done: "hecho",
      refusals: {},
      unknown: "upstream_error",
      overdue: "timeout",
      notFound: "tributario_emission_not_found",
      askCall: () => ({}),
    },
    unknown: ({ id }, now) => ({ estado: "desconocido", id, at: now.toISOString() }),
  },
  place: "mesón",
  open: async (ctx) => ({
    check: ({ note }) => note("slip", "slip-1"),
    before: async () => [],
    ready: async () => undefined,
    send: async () => {
      portal.sends += 1;
      throw new AppError("timeout");
    },
    async ask({ note, noted }) {
      portal.noted.push((await noted("slip"))?.value, await noted("never"));
      if (portal.shows === "it") return { kind: "names", listed: 1, matching: ["it"] };
      const taken = await noted("taken_back");
      if (taken === null) await note("taken_back", "slip-1");
      const isOver = taken !== null && ctx.clock.now().getTime() - taken.at.getTime() >= 60_000;
      const error = new AppError("connection_busy", { details: { hecho: false } });
      return {
        kind: "verdict",
        found: { listed: 0, matching: 0, candidates: 0 },
        judge: () => (isOver ? { kind: "undone", error } : { kind: "unknown" }),
      };
    },
    answer: ({ name }) => ({ codigo: name }),
    folioOf: () => null,
  }),
};

let scene: LedgerScene;
beforeAll(async () => {
  scene = await ledgerScene([act]);
});
afterAll(() => scene.api.close());
beforeEach(() => {
  Object.assign(portal, { sends: 0, shows: "nothing", noted: [] });
});

function ask(key: string) {
  const { ctx, connection } = scene;
  return operate(ctx, connection, {
    key,
    toolId: "tributario.honorarios.solicitar",
    connectionId: connection.id,
    input: {},
    kind: "correo",
    terms: act.terms,
    operationRequestId: "req_1",
    whyNotNew: null,
    describe: async () => ({ looksLike: key, documentHash: "" }),
    explain: async (error) => error,
  });
}

const advance = (seconds: number): void => {
  const { clock } = scene.api;
  clock.advance(seconds * 1000);
};

const operationsOf = (key: string) =>
  scene.api.database.owner(
    "select id, state, error_code, receipt from operations where idempotency_key = $1 order by id",
    [key],
  );

const keysOf = (key: string) =>
  scene.api.database.owner("select operation_id from idempotency_keys where key = $1", [key]);

test("while the outcome is unknown, the act's own answer is given, and the key keeps it", async () => {
  const key = randomUUID();
  const first = await ask(key);
  expect(first).toMatchObject({ data: { estado: "desconocido" }, idempotency: "stored" });
  const again = await ask(key);
  expect(again).toMatchObject({ data: { estado: "desconocido" }, idempotency: "replayed" });
  expect([portal.sends, (await keysOf(key)).length]).toEqual([1, 1]);
  expect(portal.noted).toEqual(["slip-1", null]);
});

test("what is proven undone is rejected with its receipt, and its key is released at that moment", async () => {
  const key = randomUUID();
  const first = await ask(key);
  advance(61);
  const proven = await ask(key).then(
    () => expect.fail("it was done"),
    (error: AppError) => error,
  );
  expect(proven).toMatchObject({
    code: "connection_busy",
    details: { hecho: false, operacionId: first.data["id"], recibo: expect.any(String) },
  });
  const [row] = await operationsOf(key);
  expect(row).toMatchObject({ state: "rejected", error_code: "connection_busy" });
  expect(await keysOf(key)).toEqual([]);
  const receipt = readReceipt(String(row?.["receipt"]), []);
  expect(receipt).toMatchObject({ claims: { resultado: "rechazado", referencia: null } });

  portal.shows = "it";
  expect(await ask(key)).toMatchObject({ data: { codigo: "it" }, idempotency: "stored" });
  expect((await operationsOf(key)).map(({ state }) => state)).toEqual(["rejected", "done"]);
  expect(portal.sends).toBe(2);
});

test("what shows up after all is done, and it is never called undone later", async () => {
  const key = randomUUID();
  await ask(key);
  advance(61);
  portal.shows = "it";
  // The name belongs to another operation by now: nobody may claim it for this one.
  expect(await ask(key)).toMatchObject({ data: { estado: "desconocido" } });
  expect((await keysOf(key)).length).toBe(1);
});
