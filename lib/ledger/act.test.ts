import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#lib/kernel/errors/index.ts";
import { ledgerScene, type LedgerScene } from "#tests/support/scenes/ledger-scene.ts";
import type { Act, Word } from "./act.ts";
import { findOwn, proofOf } from "./operation/find-operation.ts";
import { dropExpiredFiles } from "./housekeeping.ts";
import type { ActingConnection } from "./ledger-context.ts";
import { operate } from "./operate.ts";
import { operationFile } from "./files/operation-file.ts";
import { askAgain } from "./visits/ask-again.ts";

// The ledger with an act that is not a document: without a preview, identified by a code and not by
// a number.

const file = Buffer.from("%PDF-1.7 a receipt");

/** What the other side does with what is sent, and what it lists. */
const portal = {
  listed: [] as string[],
  sends: 0,
  files: 0,
  lists: true,
  says: null as Word | null,
  isOpen: true,
};

const act: Act = {
  terms: {
    kinds: ["boleta"],
    answers: "outcome",
    words: {
      done: "hecho",
      refusals: { full: "connection_busy", late: "upstream_error" },
      refusalDetails: { late: { reason: "too_late" } },
      unknown: "tributario_emission_outcome_unknown",
      overdue: "timeout",
      notFound: "tributario_emission_not_found",
      askCall: ({ id }) => ({ input: { solicitudId: id } }),
    },
  },
  place: "mesón",
  open: async (_ctx, { subjectId }) => ({
    check: async () => {
      if (!portal.isOpen) throw new AppError("upstream_error", { details: { closed: true } });
    },
    before: async () => portal.listed,
    ready: async ({ step }) => step("write"),
    send: async () => {
      portal.sends += 1;
      if (portal.lists) portal.listed = [...portal.listed, `code-${portal.listed.length + 1}`];
      if (portal.says === null) throw new AppError("timeout");
      return portal.says;
    },
    ask: async () => ({
      kind: "names",
      listed: portal.listed.length,
      matching: portal.listed,
    }),
    answer: ({ name, prueba }) => ({ codigo: name, solicitudId: subjectId, prueba }),
    folioOf: () => null,
  }),
  file: async () => async () => {
    portal.files += 1;
    return { kind: "pdf", version: 1, bytes: file, keptDays: null };
  },
};

let scene: LedgerScene;
let connection: ActingConnection;
beforeAll(async () => {
  scene = await ledgerScene([act]);
  ({ connection } = scene);
});
afterAll(() => scene.api.close());
beforeEach(() => {
  Object.assign(portal, { sends: 0, files: 0, lists: true, isOpen: true });
  portal.says = { kind: "accepted", name: `code-${portal.listed.length + 1}` };
});

function ask(key: string) {
  return operate(scene.ctx, connection, {
    key,
    toolId: "tributario.honorarios.solicitar",
    connectionId: connection.id,
    input: { referencia: "OC-118" },
    kind: "boleta",
    terms: act.terms,
    operationRequestId: "req_1",
    whyNotNew: null,
    describe: async () => ({ subjectId: "hon_1", looksLike: "OC-118", documentHash: "" }),
    explain: async (error) => error,
  });
}

const failed = (asked: Promise<unknown>): Promise<AppError> =>
  asked.then(
    () => expect.fail("it was done"),
    (error: AppError) => error,
  );

const idIn = ({ details }: AppError): string => String(details?.["operacionId"]);

test("what is accepted and listed is done under its name, once per key", async () => {
  const name = `code-${portal.listed.length + 1}`;
  const key = randomUUID();
  const first = await ask(key);
  const data = { codigo: name, solicitudId: "hon_1", prueba: "respuesta" };
  expect(first).toMatchObject({ data, idempotency: "stored" });
  expect(await ask(key)).toMatchObject({ data, idempotency: "replayed" });
  expect(portal.sends).toBe(1);
});

test("a known refusal that the list does not contradict is reported with its own code", async () => {
  portal.lists = false;
  portal.says = { kind: "refused", refusal: "full" };
  const key = randomUUID();
  const refused = await failed(ask(key));
  expect(refused).toMatchObject({
    code: "connection_busy",
    details: { reason: "refused_at_send" },
  });
  expect(await failed(ask(key))).toMatchObject({ code: refused.code, details: refused.details });
  expect(portal.sends).toBe(1);
});

test("the details of a refusal are reported with it, and stored", async () => {
  portal.lists = false;
  portal.says = { kind: "refused", refusal: "late" };
  const key = randomUUID();
  for (const _ of [1, 2]) {
    expect(await failed(ask(key))).toMatchObject({
      code: "upstream_error",
      details: { reason: "too_late" },
    });
  }
  expect(portal.sends).toBe(1);
});

test("a refusal that the act does not know counts as no answer", async () => {
  portal.lists = false;
  portal.says = { kind: "refused", refusal: "tired" };
  const { code, details } = await failed(ask(randomUUID()));
  expect([code, details]).toEqual([
    "tributario_emission_outcome_unknown",
    { operacionId: expect.any(String), fix: { input: { solicitudId: details?.["operacionId"] } } },
  ]);
});

test("what is listed late is found by asking, without being sent again", async () => {
  // Another company, since the previous operation may have left one open.
  connection = { ...connection, rut: "76177907-9" };
  portal.lists = false;
  portal.says = null;
  const id = idIn(await failed(ask(randomUUID())));
  expect((await askAgain(scene.ctx, act.terms, connection, id)).row.state).toBe("unknown");
  portal.listed = [...portal.listed, "late"];
  const { row, evidence, totals } = await askAgain(scene.ctx, act.terms, connection, id);
  expect(row).toMatchObject({ state: "done", externalRef: "late", folio: null, tipoDte: null });
  expect([proofOf({ row, evidence }), totals, portal.sends]).toEqual(["lista", null, 1]);
});

test("what is given up before the barrier releases its key", async () => {
  portal.isOpen = false;
  const key = randomUUID();
  expect(await failed(ask(key))).toMatchObject({ details: { closed: true } });
  portal.isOpen = true;
  expect(await ask(key)).toMatchObject({ idempotency: "stored" });
  expect(portal.sends).toBe(1);
});

test("a file is fetched once, and again when its term is over", async () => {
  const { data } = await ask(randomUUID());
  const { api, ctx } = scene;
  const { owner } = api.database;
  const byName = "select id from operations where external_ref = $1";
  const [found] = await owner(byName, [data["codigo"]]);
  const operacionId = String(found?.["id"]);
  const fetched = () =>
    operationFile(ctx, act.terms, connection, { operacionId, whyNotFetch: null });
  for (const _ of [1, 2]) expect((await fetched()).bytes).toEqual(file);
  expect(portal.files).toBe(1);
  const kept = await owner("select sha256, bytes, version, expires_at from operation_files");
  const sha256 = createHash("sha256").update(file).digest("hex");
  expect(kept).toEqual([{ sha256, bytes: file.length, version: 1, expires_at: null }]);
  await owner("update operation_files set expires_at = $1", [ctx.clock.now()]);
  // Housekeeping drops it within the hour: until then it is as gone as after it.
  for (const _ of [1, 2]) expect((await fetched()).bytes).toEqual(file);
  expect(portal.files).toBe(2);
  await owner("update operation_files set expires_at = $1", [ctx.clock.now()]);
  await dropExpiredFiles({ ...api.deps, db: api.database.keeper });
  expect((await fetched()).bytes).toEqual(file);
  expect(portal.files).toBe(3);
});

test("it is found by its own act and on its own connection, and is unknown anywhere else", async () => {
  const { data } = await ask(randomUUID());
  const { ctx, api } = scene;
  const byName = "select id from operations where external_ref = $1";
  const [found] = await api.database.owner(byName, [data["codigo"]]);
  const own = { connectionId: connection.id, operacionId: String(found?.["id"]) };
  expect((await findOwn(ctx, act.terms, own)).row.subjectId).toBe("hon_1");
  const ofAnother: Act["terms"] = { ...act.terms, kinds: ["dte"] };
  const elsewhere = { ...own, connectionId: "conn_another" };
  for (const none of [findOwn(ctx, ofAnother, own), findOwn(ctx, act.terms, elsewhere)]) {
    expect(await failed(none)).toMatchObject({ code: "tributario_emission_not_found" });
  }
});
