import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { ActHistory, type Wish } from "./act-histories/act-history.ts";
import { Dice } from "./emission-histories/dice.ts";
import type { MortalProcess } from "./emission-histories/mortal-process.ts";
import { settle } from "./emission-histories/settle.ts";
import { openInvoiceLane, type InvoiceLane } from "./invoice-histories/invoice-lane.ts";
import { invoiceWish, noteWish, type InvoiceHistory } from "./invoice-histories/invoice-play.ts";

// A worker dies or freezes at each step of an invoice and of a note, with the provider's own account as judge, for
// each way in which a provider recognises a repeated request.

let lane: InvoiceLane;
beforeAll(async () => {
  lane = await openInvoiceLane();
});
afterAll(() => lane.api.close());

const ofAct: CrashPoint[] = [
  "emission.before_barrier",
  "emission.after_barrier",
  "emission.after_send",
  "emission.before_record",
];
const all: CrashPoint[] = [
  ...ofAct,
  "emission.after_claim",
  "emission.before_login",
  "emission.after_login",
  "emission.before_logout",
  "emission.after_logout",
  "emission.after_record",
];

interface Thing {
  name: string;
  idempotencia: "clave" | "referencia" | "ninguna";
  points: CrashPoint[];
  /** The goal, after everything that comes before it has happened. */
  wish(history: InvoiceHistory): Promise<Wish | null>;
}

const document = (history: InvoiceHistory): Promise<Wish | null> => invoiceWish(history, 1_000);

async function note(history: InvoiceHistory): Promise<Wish | null> {
  return noteWish(history, await issuedFolio(history));
}

async function issuedFolio(history: InvoiceHistory): Promise<number> {
  const { data } = await history.told(wanted(await document(history)));
  return Number(data?.["folio"]);
}

function wanted(wish: Wish | null): Wish {
  if (wish === null) throw new TypeError("it could not be prepared");
  return wish;
}

const things: Thing[] = [
  { name: "an invoice", idempotencia: "clave", points: all, wish: document },
  {
    name: "an invoice",
    idempotencia: "referencia",
    points: ["emission.after_send"],
    wish: document,
  },
  { name: "an invoice", idempotencia: "ninguna", points: ofAct, wish: document },
  { name: "a note", idempotencia: "clave", points: ofAct, wish: note },
  { name: "a note", idempotencia: "ninguna", points: ofAct, wish: note },
];
const cells = things.flatMap((thing) =>
  thing.points.flatMap((at) =>
    (["dies", "freezes"] as const).map((how) => ({ ...thing, at, how })),
  ),
);

async function newHistory(idempotencia: Thing["idempotencia"]): Promise<InvoiceHistory> {
  const history = new ActHistory(lane, new Dice(1), await lane.newIssuer());
  await lane.provider.change({ idempotencia });
  return history;
}

/** Its worker has got this far, and stops there. */
async function stopped(
  history: InvoiceHistory,
  wish: Wish,
  { at, how }: { at: CrashPoint; how: "dies" | "freezes" },
): Promise<MortalProcess> {
  await history.ask(wish);
  const [jobId = ""] = lane.queue.messages.splice(0);
  const worker = history.deliver(jobId, { kind: "ends", at, how });
  await worker.stopped;
  expect(worker.state).toBe(how === "dies" ? "dead" : "frozen");
  return worker;
}

async function held({ input }: Wish): Promise<{ id: string; folio: number }[]> {
  const name = lane.names.get(String(input["previewRef"]));
  const own = (await lane.provider.documents()).filter((one) => one.name === name);
  return own.map(({ id, folio }) => ({ id, folio }));
}

async function kept({ key }: Wish): Promise<Record<string, unknown> | undefined> {
  const [row] = await lane.api.database.owner(
    `select state, external_ref as id,
       folio::int as folio from operations where idempotency_key = $1`,
    [key],
  );
  return row;
}

describe.each(cells)("$name by $idempotencia whose worker $how at $at", (cell) => {
  const issued = cell.at === "emission.after_barrier" && cell.how === "dies" ? 0 : 1;

  test(`is issued ${issued === 1 ? "once" : "never, and nobody claims that it was"}`, async () => {
    const history = await newHistory(cell.idempotencia);
    const wish = wanted(await cell.wish(history));
    const worker = await stopped(history, wish, cell);
    await settle(history);
    worker.thaw();
    await worker.stopped;
    await settle(history);
    const own = await held(wish);
    expect(own).toHaveLength(issued);
    const end = own.map((one) => ({ state: "done", ...one }));
    expect(await kept(wish)).toEqual(end[0] ?? { state: "unknown", id: null, folio: null });
    // The same call again finds what exists, and sends nothing.
    await history.told(wish);
    expect(await held(wish)).toEqual(own);
    for (const process of history.processes) process.kill();
  });
});

test.each(["clave", "ninguna"] as const)(
  "a refusal proves nothing if the document of a note was annulled meanwhile, by %s",
  async (idempotencia) => {
    const history = await newHistory(idempotencia);
    const folio = await issuedFolio(history);
    const wish = wanted(await noteWish(history, folio));
    const at = { at: "emission.after_barrier", how: "freezes" } as const;
    const worker = await stopped(history, wish, at);
    await lane.provider.annulByHand(folio);
    await lane.provider.fault("send_rejected");
    worker.thaw();
    await worker.stopped;
    await settle(history);
    expect(await kept(wish)).toMatchObject({ state: "unknown" });
    expect(await held(wish)).toEqual([]);
    for (const process of history.processes) process.kill();
  },
);
