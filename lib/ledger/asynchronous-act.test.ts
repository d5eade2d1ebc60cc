import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withTx } from "#lib/db/context.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import {
  playAnew,
  played,
  playedAct,
  playedTables,
  portal,
  takePlace,
  type PlayedRequest,
} from "#tests/support/played/request.ts";
import { settleLeftOperations } from "./housekeeping.ts";
import { operate } from "./operate.ts";
import { findOwn } from "./operation/find-operation.ts";
import { storeFile, operationFile } from "./files/operation-file.ts";
import { askAgain } from "./visits/ask-again.ts";

// The ledger with an act that stores requests: its caller may leave, and its key answers the
// request.

const { terms } = playedAct;

let scene: LedgerScene;
beforeAll(async () => {
  scene = await ledgerScene([playedAct]);
  await playedTables(scene.api.database);
});
afterAll(() => scene.api.close());
beforeEach(() => {
  playAnew();
  scene.held.jobs = null;
});

interface Asked {
  waitSeconds?: number;
  reserve?: Parameters<typeof operate>[2]["reserve"];
}

function ask(key: string, { waitSeconds = 25, reserve }: Asked = {}) {
  const { ctx, connection } = scene;
  return operate(ctx, connection, {
    key,
    toolId: "tributario.honorarios.solicitar",
    connectionId: connection.id,
    input: { referencia: "OC-118" },
    kind: "honorarios",
    terms,
    operationRequestId: "req_1",
    whyNotNew: null,
    describe: async () => ({
      subjectId: `hon_${key}`,
      looksLike: key,
      documentHash: "",
      companyRut: key,
      order: { bruto: 500_000 },
    }),
    explain: async (error) => error,
    waitSeconds,
    ...(reserve !== undefined && { reserve }),
  });
}

/** Its caller does not wait. */
const now: Asked = { waitSeconds: 0 };

const statesOf = ({ data }: { data: Record<string, unknown> }): unknown[] =>
  (data as PlayedRequest).told.map(({ state }) => state);

const rowOf = async (key: string) => {
  const query =
    "select id, state, asked, job_id, receipt from operations where idempotency_key = $1";
  const rows = await scene.api.database.owner(query, [key]);
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
};

test("its request is written with each change, and knows what was done", async () => {
  const key = randomUUID();
  const first = await ask(key);
  expect(first.idempotency).toBe("stored");
  expect(statesOf(first)).toEqual(["queued", "running", "crossed", "done"]);
  expect((first.data as PlayedRequest).told.at(-1)).toEqual({
    state: "done",
    name: "AB-1",
    folio: 121,
    prueba: "respuesta",
    about: { codigoBarras: "AB-1", bruto: 500_000 },
  });
  expect(played.opened).toEqual([{ bruto: 500_000 }]);
});

test("its receipt names what was done as the portal does", async () => {
  const key = randomUUID();
  await ask(key);
  const [, claims = ""] = String((await rowOf(key))["receipt"]).split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString("utf8"))).toMatchObject({
    resultado: "emitida",
    referencia: "AB-1",
    folio: 121,
    tipoDte: null,
  });
});

test("the first call answers its progress, and its key the present request", async () => {
  scene.held.jobs = [];
  const key = randomUUID();
  const first = await ask(key, now);
  expect([first.idempotency, first.data["state"]]).toEqual(["stored", "queued"]);
  expect((await ask(key, now)).data["state"]).toBe("queued");
  await scene.deliver();
  const again = await ask(key, now);
  expect([again.idempotency, again.data["state"], portal.sends]).toEqual(["replayed", "done", 1]);
});

test("what is given up keeps its key; another try needs another key", async () => {
  portal.isOpen = false;
  const key = randomUUID();
  const given = await ask(key);
  expect(statesOf(given)).toEqual(["queued", "running", "released"]);
  expect((given.data as PlayedRequest).told.at(-1)).toMatchObject({ error: "upstream_error" });
  portal.isOpen = true;
  expect(await ask(key)).toMatchObject({ idempotency: "replayed", data: given.data });
  expect([portal.sends, (await rowOf(key))["asked"]]).toEqual([0, null]);
  expect((await ask(randomUUID())).data["state"]).toBe("done");
});

test("a barrier whose request cannot be written is not crossed", async () => {
  played.refuses = "crossed";
  const { data } = await ask(randomUUID());
  expect([statesOf({ data }), portal.sends]).toEqual([["queued", "running", "released"], 0]);
});

test("an operation whose request cannot be written does not exist", async () => {
  played.refuses = "queued";
  const key = randomUUID();
  await expect(ask(key)).rejects.toMatchObject({ details: { refused: "queued" } });
  played.refuses = null;
  expect((await ask(key)).data["state"]).toBe("done");
});

test.each([
  ["queued", "released"],
  ["crossed", "unknown"],
])("housekeeping updates the request of one that its workers left %s", async (left, end) => {
  const { api, held } = scene;
  held.jobs = [];
  const key = randomUUID();
  await ask(key, now);
  const { job_id: jobId, id } = await rowOf(key);
  const { owner } = api.database;
  await owner("update sync_jobs set status = 'failed' where id = $1", [jobId]);
  await owner("update operations set state = $2, barrier_at = $3 where id = $1", [
    id,
    left,
    left === "crossed" ? api.clock.now() : null,
  ]);
  await settleLeftOperations({ ...api.deps, db: api.database.keeper }, [playedAct]);
  const told = await ask(key, now);
  expect([told.idempotency, told.data["state"]]).toEqual(["replayed", end]);
  expect(await rowOf(key)).toMatchObject({ state: end });
});

test("what it saw is judged by the act, with the portal's answer or without", async () => {
  const { ctx, connection } = scene;
  portal.answers = false;
  const lost = randomUUID();
  expect((await ask(lost)).data["state"]).toBe("unknown");
  // Asking that finds nothing new does not change the request.
  const asked = await askAgain(ctx, terms, connection, String((await rowOf(lost))["id"]));
  expect(asked.row.state).toBe("unknown");
  expect(statesOf(await ask(lost))).toEqual(["queued", "running", "crossed", "unknown"]);

  portal.answers = true;
  portal.sees = { kind: "rejected", refusal: "full" };
  const key = randomUUID();
  const refused = await ask(key);
  const rejected = { state: "rejected", refusal: "full" };
  expect((refused.data as PlayedRequest).told.at(-1)).toEqual(rejected);

  // What it sees later contradicts its own answer, and proves neither.
  portal.sees = { kind: "done", name: "AB-2", prueba: "respuesta" };
  await askAgain(ctx, terms, connection, String((await rowOf(key))["id"]));
  expect((await ask(key)).data["told"]).toEqual([
    ...(refused.data as PlayedRequest).told,
    { state: "unknown" },
  ]);
  expect(portal.sends).toBe(2);
});

test("its file is fetched automatically, kept for its term, and again in its next version", async () => {
  const { ctx, connection, api } = scene;
  const key = randomUUID();
  await ask(key);
  const { id } = await rowOf(key);
  const asked = { operacionId: String(id), whyNotFetch: new AppError("billing_past_due") };
  const first = await operationFile(ctx, terms, connection, asked);
  expect(first.bytes.toString()).toBe("%PDF-1.7 1");
  const second = { kind: "pdf", version: 2 };
  await expect(
    operationFile(ctx, terms, connection, { ...asked, name: second }),
  ).rejects.toMatchObject({
    code: "billing_past_due",
  });
  portal.version = 2;
  const marked = { ...asked, whyNotFetch: null, name: second };
  expect((await operationFile(ctx, terms, connection, marked)).bytes.toString()).toBe("%PDF-1.7 2");
  expect((await ask(key)).data["files"]).toEqual([
    ["pdf", 1],
    ["pdf", 2],
  ]);
  // Of two that were fetched at once one is kept, and told of.
  const { row } = await findOwn(ctx, terms, { ...asked, connectionId: connection.id });
  const twice = { ...second, bytes: Buffer.from("%PDF-1.7 2"), keptDays: 30, sealed: Buffer.of(1) };
  await withTx(ctx, (tx) => storeFile(tx, terms, row, twice));
  expect((await operationFile(ctx, terms, connection, marked)).bytes.toString()).toBe("%PDF-1.7 2");
  expect((await ask(key)).data["files"]).toHaveLength(2);
  const days = await api.database.owner(
    "select extract(day from expires_at - created_at)::int as days from operation_files where operation_id = $1",
    [id],
  );
  expect(days).toEqual([{ days: 30 }, { days: 30 }]);
});

test("of 100 at once under a limit of 10 there are 10, and what is not done no longer counts", async () => {
  const { held, api, deliver } = scene;
  const { owner } = api.database;
  await owner("update played_limits set taken = 0");
  held.jobs = [];
  const reserve: Asked["reserve"] = async (tx) => {
    if ((await tx.db.run(takePlace, [])).length === 0) throw new AppError("too_many_pending");
  };
  const limited = { waitSeconds: 0, reserve };
  const keys = Array.from({ length: 100 }, () => randomUUID());
  const asked = await Promise.allSettled(keys.map((key) => ask(key, limited)));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(90);
  expect(new Set(refused.map(({ code }: AppError) => code))).toEqual(new Set(["too_many_pending"]));
  const kept = "select count(*)::int as count from operations where idempotency_key = any($1)";
  expect(await owner(kept, [keys])).toEqual([{ count: 10 }]);
  expect(held.jobs).toHaveLength(10);

  portal.isOpen = false;
  await deliver();
  expect(await owner("select taken from played_limits")).toEqual([{ taken: 0 }]);
  portal.isOpen = true;
  expect((await ask(randomUUID(), { reserve })).data["state"]).toBe("done");
  expect(await owner("select taken from played_limits")).toEqual([{ taken: 1 }]);
});
