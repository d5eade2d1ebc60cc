import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "#lib/kernel/crash-point.ts";
import { ActHistory, type Wish } from "./act-histories/act-history.ts";
import { openActLane, type ActLane } from "./act-histories/act-lane.ts";
import { folderPlay } from "./act-histories/folder-play.ts";
import { receiptPlay } from "./act-histories/receipt-play.ts";
import { Dice } from "./emission-histories/dice.ts";
import { settle } from "./emission-histories/settle.ts";

// A worker dies or freezes at each step of a receipt, an annulment, a folder and a closing, with the portal's own
// account as judge. Over the real portal: fee-receipt-crash and folder-crash.

let lane: ActLane;
beforeAll(async () => {
  lane = await openActLane();
});
afterAll(() => lane.api.close());

const before: CrashPoint[] = [
  "emission.after_claim",
  "emission.before_login",
  "emission.after_login",
  "emission.before_barrier",
];
const after: CrashPoint[] = [
  "emission.after_send",
  "emission.before_logout",
  "emission.after_logout",
  "emission.before_record",
  "emission.after_record",
];
/** What differs between acts; the rest is the same for all. */
const ofAct: CrashPoint[] = [
  "emission.before_barrier",
  "emission.after_barrier",
  "emission.after_send",
  "emission.before_record",
];
const ofFolder: CrashPoint[] = ["folder.after_generate", "folder.after_fetch"];
const ofClosing: CrashPoint[] = [
  "emission.before_login",
  "emission.after_login",
  "folder.after_revoke",
  "emission.before_logout",
  "emission.after_logout",
];

interface Thing {
  name: string;
  points: CrashPoint[];
  /** The goal, after everything that comes before it has happened. */
  wish(history: ActHistory): Promise<Wish>;
  /** How often it was done at the portal. */
  effects(): number;
  /** The request's state once it is done, and while the outcome is unknown. */
  done: string;
  unknown: string;
  state(history: ActHistory): Promise<unknown>;
  /** Whether a zombie that thaws past the barrier still does it: a folder's ticket has expired by then. */
  sendsLate: boolean;
}

const newest = async (
  history: ActHistory,
  table: Parameters<ActHistory["rows"]>[0],
): Promise<Record<string, unknown>> => (await history.rows(table)).at(-1) ?? {};

function first(wishes: readonly Wish[]): Wish {
  const [wish] = wishes;
  if (wish === undefined) throw new TypeError("nothing is wished for");
  return wish;
}

async function made(history: ActHistory, wish: Wish): Promise<string> {
  await history.told(wish);
  const { data } = await history.told(wish);
  return String(data?.["solicitudId"]);
}

const receipt: Thing = {
  name: "a receipt",
  points: [...before, "emission.after_barrier", ...after],
  wish: async (history) => first(await receiptPlay.wishes(history)),
  effects: () => lane.fees.receipts.filter(({ texto }) => lane.fees.sent.includes(texto)).length,
  done: "issued",
  unknown: "inconclusive",
  state: async (history) => (await newest(history, "fee_receipt_requests"))["state"],
  sendsLate: true,
};

const annulment: Thing = {
  ...receipt,
  name: "an annulment",
  points: ofAct,
  async wish(history) {
    const solicitudId = await made(history, first(await receiptPlay.wishes(history)));
    const input = { solicitudId, causa: 3 };
    return { tool: "honorarios_anulacion.solicitar", input, key: randomUUID() };
  },
  effects: () => lane.fees.annulments.length,
  done: "annulled",
};

const folder: Thing = {
  name: "a folder",
  points: [...ofAct, ...ofFolder],
  wish: async (history) => first(await folderPlay.wishes(history)),
  effects: () => lane.folders.made.length,
  done: "lista",
  unknown: "inconclusa",
  state: async (history) => (await newest(history, "tax_folder_requests"))["state"],
  sendsLate: false,
};

const closing: Thing = {
  ...folder,
  name: "a closing",
  points: ofClosing,
  async wish(history) {
    const solicitudId = await made(history, first(await folderPlay.wishes(history)));
    return { tool: "carpeta.cerrar", input: { solicitudId }, key: randomUUID() };
  },
  effects: () => lane.folders.made.filter(({ revocada }) => revocada).length,
  done: "cerrada",
};

const cells = [receipt, annulment, folder, closing].flatMap((thing) =>
  thing.points.flatMap((at) =>
    (["dies", "freezes"] as const).map((how) => ({ ...thing, at, how })),
  ),
);

describe.each(cells)("$name whose worker $how at $at", (cell) => {
  const isUnsent = cell.at === "emission.after_barrier";
  const effects = isUnsent && !(cell.how === "freezes" && cell.sendsLate) ? 0 : 1;

  test(`is done ${effects === 1 ? "once" : "never, and nobody claims that it was"}`, async () => {
    const history = new ActHistory(lane, new Dice(1), await lane.newIssuer());
    const wish = await cell.wish(history);
    await history.ask(wish);
    const [jobId = ""] = lane.queue.messages.splice(0);
    const worker = history.deliver(jobId, { kind: "ends", at: cell.at, how: cell.how });
    await worker.stopped;
    expect(worker.state).toBe(cell.how === "dies" ? "dead" : "frozen");
    await settle(history);
    await history.finishVisits();
    worker.thaw();
    await worker.stopped;
    await settle(history);
    expect(cell.effects()).toBe(effects);
    expect(await cell.state(history)).toBe(effects === 1 ? cell.done : cell.unknown);
    // The same call again finds what exists, and does nothing.
    await history.told(wish);
    expect(cell.effects()).toBe(effects);
    for (const process of history.processes) process.kill();
  });
});
