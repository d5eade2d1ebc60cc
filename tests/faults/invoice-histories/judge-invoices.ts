import { expect } from "vitest";
import type { Answered } from "#tests/support/scenes/api.ts";
import type { HeldDocument } from "./provider-account.ts";
import type { InvoiceHistory } from "./invoice-play.ts";

interface Ended {
  id: string;
  key: string;
  ref: string;
  state: string;
  tipo: number;
  folio: number | null;
  name: string | null;
  look: string;
  total: number;
  crossed: boolean;
  acceptance: string | null;
  /** How it was looked for, as stored before the barrier. */
  way: string | null;
  /** The state of its row among those that were read. */
  kept: string | null;
}

const operationsOf = `
  select o.id, o.idempotency_key as key, o.preparation_id as ref,
    o.state, o.tipo_dte as tipo,
    o.folio::int as folio, o.external_ref as name, o.looks_like as look,
    (p.totals ->> 'total')::int as total, o.barrier_at is not null as crossed, a.state as acceptance,
    (select e.step from operation_evidence e where e.operation_id = o.id and e.step like 'look_by_%'
      order by e.id desc limit 1) as way,
    (select r.payload ->> 'estado' from records r where r.connection_id = o.connection_id
      and r.dataset = 'facturacion.documentos' and r.id = o.external_ref) as kept
  from operations o join preparations p on p.id = o.preparation_id
  left join document_acceptances a on a.operation_id = o.id
  where o.connection_id = $1 order by o.created_at, o.id`;

/** The provider's own account against the ledger, then what callers were told. Returns the outcomes. */
export async function judgeInvoices(history: InvoiceHistory): Promise<string[]> {
  await untilAnswered(history);
  const { lane, connection } = history;
  const ended = (await lane.api.database.owner(operationsOf, [connection])) as unknown as Ended[];
  const held = await lane.provider.documents();
  const ours = held.filter(({ name }) => name !== null);
  const log = await lane.provider.log();
  const crossed = ended.filter((one) => one.crossed);
  expect(log["emitted"], "documents without a name of ours").toBe(ours.length);
  expect(log["sends"], "sent without its operation").toBeLessThanOrEqual(crossed.length);
  const folios = ended.flatMap(({ tipo, folio }) => (folio === null ? [] : [`${tipo}|${folio}`]));
  expect(new Set(folios).size, "a folio that was used twice").toBe(folios.length);
  const names = new Set(crossed.map(({ ref }) => lane.names.get(ref)));
  for (const { name } of ours) expect([...names], "issued without its operation").toContain(name);
  for (const one of ended) judgeOperation(history, { one, ended, held });
  judgeNotes(ours);
  judgeAnswers(history, ended);
  return ended.map((one) => (one.state === "done" ? `done, ${one.acceptance}` : one.state));
}

interface Case {
  one: Ended;
  ended: readonly Ended[];
  held: readonly HeldDocument[];
}

function judgeOperation({ lane }: InvoiceHistory, { one, ended, held }: Case): void {
  const own = held.filter(({ name }) => name === lane.names.get(one.ref));
  const sent = ended.filter(({ ref, crossed }) => ref === one.ref && crossed);
  expect(own.length, "documents of one preview").toBeLessThanOrEqual(1);
  expect(sent.length, "operations of one preview past the barrier").toBeLessThanOrEqual(1);
  expect(one.crossed, "released past the barrier").toBe(one.state !== "released");
  const isAlike = ({ name, tipo, total }: HeldDocument): boolean =>
    name === null && tipo === one.tipo && total === one.total;
  // By its appearance alone nobody can tell it from somebody else's.
  const isUncertain = one.way === "look_by_ninguna" && held.some(isAlike);
  const issued = own.map(({ id, folio }) => ({ id, folio }));
  switch (one.state) {
    case "done": {
      const found = held.find(({ id }) => id === one.name);
      if (!isUncertain) expect([{ id: one.name, folio: one.folio }]).toEqual(issued);
      expect(one.acceptance, "what the authority said").toBe(found?.verdict);
      // A note may have annulled it since it was stored.
      if (found?.state !== "anulado") expect(one.kept, "as it is kept").toBe(stateIn(found));
      return;
    }
    case "released":
      // Its key is free: another try of the same preview may have been sent.
      if (sent.length === 0) expect(issued, "issued, and given up").toEqual([]);
      return;
    case "rejected":
      return expect(issued, "issued, and told as refused").toEqual([]);
    case "unknown": {
      const isRival = (other: Ended) =>
        other.id !== one.id && other.look === one.look && other.state === "unknown";
      const isByLook = one.way === "look_by_ninguna";
      if (isUncertain || (isByLook && ended.some(isRival))) return;
      return expect(issued, "held, and nobody found it").toEqual([]);
    }
    default:
      expect.unreachable(`left ${one.state}`);
  }
}

const stateIn = (found: HeldDocument | undefined): string | undefined =>
  found?.verdict === "pendiente" ? "emitido" : found?.verdict;

/** A document is annulled once: again only if the authority rejected the earlier note. */
function judgeNotes(ours: readonly HeldDocument[]): void {
  const inForce = ours.filter((one) => one.annuls !== null && one.verdict !== "rechazado");
  const targets = inForce.map(({ annuls }) => annuls);
  expect(new Set(targets).size, "two annulments of one document").toBe(targets.length);
}

/** The errors that a caller may get here, whatever goes wrong. */
const known = new Set([
  "connection_busy",
  "connector_onboarding_required",
  "connector_plan_limit",
  "idempotency_in_progress",
  "internal_error",
  "service_unavailable",
  "timeout",
  "tributario_anulacion_en_curso",
  "tributario_anulacion_ya_emitida",
  "tributario_anulacion_no_admitida",
  "tributario_emission_outcome_unknown",
  "tributario_emission_rejected",
  "tributario_preview_changed",
  "tributario_preview_token_expired",
  "tributario_preview_token_invalid",
  "upstream_error",
  "upstream_unexpected_response",
]);

/** Under one key there is one end, and it is the ledger's. */
function judgeAnswers({ asked }: InvoiceHistory, ended: readonly Ended[]): void {
  for (const { wish, call } of asked) {
    if (call.answer === null) continue;
    const { data, error }: Answered["body"] = call.answer.body;
    if (data === undefined) {
      expect([...known], JSON.stringify(error)).toContain(error?.code);
      continue;
    }
    const done = ended.filter(({ key, state }) => key === wish.key && state === "done");
    const { operacionId, folio } = data;
    expect(done, "an answer of another end").toMatchObject([{ id: operacionId, folio }]);
  }
}

const waitingOnes = `select count(*)::int as count from document_acceptances
  where connection_id = $1 and state = 'pendiente'`;
const mostDays = 12;

/** Day by day, until the authority has answered everything and every answer was read. */
async function untilAnswered(history: InvoiceHistory): Promise<void> {
  const { lane, connection } = history;
  for (let gone = 0; gone < mostDays; gone += 1) {
    const [row] = await lane.api.database.owner(waitingOnes, [connection]);
    if (row?.["count"] === 0) return;
    lane.advance(86_400);
    await history.housekeeping();
    await history.deliverAll();
  }
  throw new Error("the authority's answer is never read");
}
