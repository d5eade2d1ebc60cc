import { expect } from "vitest";
import type { ActHistory } from "./act-history.ts";
import { byHand } from "./receipt-play.ts";

type Row = Record<string, unknown>;

/** How many requests ended in each state, once everything about them is judged. */
export async function judgeReceipts(history: ActHistory): Promise<string[]> {
  const rows = await history.rows("fee_receipt_requests");
  const receipts = rows.filter(({ kind }) => kind === "emision");
  const annulments = rows.filter(({ kind }) => kind === "anulacion");
  judgePortal(history, receipts, annulments);
  for (const row of receipts) judgeReceipt(history, row);
  for (const row of annulments) judgeAnnulment(history, row);
  await judgeEvents(history, rows);
  return rows.map(({ kind, state }) => `${String(kind)} ${String(state)}`);
}

/** The portal's own account: nothing is sent twice, and nothing without its operation. */
function judgePortal(
  { lane: { fees } }: ActHistory,
  receipts: readonly Row[],
  annulments: readonly Row[],
): void {
  expect(new Set(fees.sent).size, "a receipt that was sent twice").toBe(fees.sent.length);
  const ofKeys = receipts.filter((row) => row["barrier_at"] !== null).map(({ key }) => key);
  for (const text of fees.sent) expect(ofKeys, "sent without its operation").toContain(text);
  const own = fees.receipts.map(({ texto }) => texto).filter((texto) => texto !== byHand);
  expect(new Set(own).size, "a double receipt").toBe(own.length);
  // Only after a known refusal it is requested again, not while it is annulled or waiting.
  const crossed = annulments.filter((row) => row["barrier_at"] !== null).length;
  expect(fees.annulments.length, "annulments without their operation").toBeLessThanOrEqual(crossed);
}

function judgeReceipt({ lane: { fees } }: ActHistory, row: Row): void {
  const own = fees.receipts.filter(({ texto }) => texto === row["key"]);
  const folio = row["folio"] === null ? null : Number(row["folio"]);
  switch (row["state"]) {
    case "issued":
      expect(
        own.map((one) => one.folio),
        "the folio of its receipt",
      ).toEqual([folio]);
      expect(own[0]?.codigoBarras).toBe(row["bar_code"]);
      expect(Number(row["kept_version"]), "its paper").toBeGreaterThan(0);
      break;
    case "rejected":
      expect(own, "a rejected receipt").toEqual([]);
      expect(fees.sent.includes(String(row["key"])), "sent, and said not to be").toBe(
        row["is_sent"] === true,
      );
      break;
    case "inconclusive":
      expect(own, "a listed receipt that nobody found").toEqual([]);
      expect(row["is_sent"]).toBe(true);
      break;
    default:
      expect.unreachable(`left ${String(row["state"])}`);
  }
}

function judgeAnnulment({ lane: { fees } }: ActHistory, row: Row): void {
  const receipt = fees.receipts.find(({ folio }) => folio === Number(row["folio"]));
  const wasSent = fees.annulments.includes(Number(row["folio"]));
  switch (row["state"]) {
    case "annulled":
      expect([receipt?.estado, wasSent]).toEqual(["ANULADA", true]);
      break;
    case "inconclusive":
      expect(receipt?.estado, "an annulment that nobody saw").toBe("VIGENTE");
      break;
    case "rejected":
      if (row["is_sent"] === true) expect(wasSent, "said to be sent").toBe(true);
      break;
    default:
      expect.unreachable(`left ${String(row["state"])}`);
  }
}

const words = ["issued", "inconclusive", "rejected"] as const;

/** Each event at most once per request, in order, and its final state was reported. */
async function judgeEvents({ lane, issuer }: ActHistory, rows: readonly Row[]): Promise<void> {
  const told = await lane.api.database.owner(
    "select body from webhook_events where organization_id = $1 order by id",
    [issuer.id],
  );
  const events = told.map(({ body }) => JSON.parse(String(body)) as TellingEvent);
  for (const { id, kind, state, ...row } of rows) {
    const own = events.filter(({ data }) => data.request_id === id);
    if (kind === "anulacion") {
      expect(own, "annulments fire none").toEqual([]);
      continue;
    }
    const types = own.map(({ type }) => type.replace("tributario.honorarios.", ""));
    for (const word of words) {
      const count = types.filter((type) => type === word).length;
      expect(count, `${word} of one request`).toBe(
        word === state ? 1 : Math.min(count, word === "inconclusive" ? 1 : 0),
      );
    }
    const versions = own
      .filter(({ type }) => type.endsWith("document_available"))
      .map(({ data }) => data.document_version);
    expect(new Set(versions).size, "a version told twice").toBe(versions.length);
    if (state === "issued") expect(versions).toContain(Number(row["kept_version"]));
  }
}

interface TellingEvent {
  type: string;
  data: { request_id: string; document_version: number };
}
