import { randomUUID } from "node:crypto";
import { todayInSantiago } from "#lib/chile/index.ts";
import { invoice } from "#tests/support/scenes/facturacion-lane.ts";
import type { ActHistory, Wish } from "../act-histories/act-history.ts";
import type { Play } from "../act-histories/play-act.ts";
import { fateOf } from "../emission-histories/fate-of.ts";
import { stepsOf } from "../emission-histories/steps.ts";
import type { InvoiceLane } from "./invoice-lane.ts";

export type InvoiceHistory = ActHistory<InvoiceLane>;

const ways = ["clave", "referencia", "ninguna"] as const;
const verdicts = ["aceptado", "reparos", "rechazado"] as const;
const day = 86_400;
const quick = { delayMs: 5 };
const lapsed = "2020-12-31";
const manyDocuments = 5_000;

/** Look-alike invoices, notes about them, and a provider that fails in every possible way. */
export const invoicePlay: Play<InvoiceLane> = {
  points: [],

  async begin(history) {
    const { dice, lane } = history;
    await lane.provider.change({ idempotencia: dice.pick(ways) });
    await answerAfter(history);
    if (dice.percent(35)) await leaveFolios(history, 2 + dice.below(2));
  },

  async prepare(history) {
    const wish = await invoiceWish(history, 700);
    if (wish !== null) await history.told(wish);
  },

  async wishes(history) {
    const { dice } = history;
    const price = 1_000 + dice.below(50);
    const wishes: Wish[] = [];
    for (let place = 0, count = 1 + dice.below(3); place < count; place += 1) {
      const wish = await invoiceWish(history, dice.percent(30) ? price : price + place);
      if (wish !== null) wishes.push(wish);
    }
    if (wishes.length === 0) throw new Error("nothing could be prepared");
    return wishes;
  },

  async followUp(history) {
    const { dice, asked, lane } = history;
    const fate = fateOf(dice, 20, stepsOf.client);
    const earlier = dice.pick(asked);
    if (dice.percent(40)) return void (await history.ask(earlier.wish, fate));
    if (dice.percent(20)) return issueByHand(history);
    const issued = await lane.api.database.owner(issuedOnes, [history.connection]);
    if (issued.length === 0) return;
    const note = await noteWish(history, Number(dice.pick(issued)["folio"]));
    if (note !== null) await history.ask(note, fate);
  },

  async disturb(history) {
    const { dice, lane } = history;
    const { provider } = lane;
    const chance = dice.below(100);
    if (chance < 20) return provider.fault("send_lost", quick);
    if (chance < 35) return provider.fault("send_dropped", quick);
    if (chance < 45) return provider.fault("send_rejected");
    if (chance < 52) return provider.fault("duplicate_folio");
    if (chance < 62) return provider.fault("issued_list_late", { times: 1 + dice.below(3) });
    if (chance < 68) return provider.fault("unavailable", { times: 1 + dice.below(3) });
    if (chance < 80) return answerAfter(history);
    if (chance < 86) return leaveFolios(history, dice.below(2));
    if (chance < 92) return provider.change({ certificadoVence: lapsed });
    if (chance < 96) return provider.change({ documentosRestantes: dice.below(2) });
    return renew(history);
  },

  async recover(history) {
    await history.lane.provider.noFaults();
    await renew(history);
  },
};

const issuedOnes = `select folio::int as folio from operations
  where connection_id = $1 and state = 'done' and tipo_dte = 33 order by id`;

/** From now on the authority answers like this to all that wait: at once, in minutes, or days later. */
function answerAfter({ dice, lane }: InvoiceHistory): Promise<void> {
  const afterSeconds = dice.pick([0, 120, 3_700, day, 5 * day]);
  return lane.provider.change({ aceptacion: { afterSeconds, result: dice.pick(verdicts) } });
}

/** Leaves that many folios for invoices: all others are annulled. */
async function leaveFolios({ lane }: InvoiceHistory, left: number): Promise<void> {
  const ranges = (await lane.provider.folioRanges()).filter(({ tipoDoc }) => tipoDoc === 33);
  const open = ranges.filter(({ estado }) => estado === "vigente");
  const given = open.map(({ tipoDoc, desde, hasta }) => ({
    tipoDoc,
    desde,
    hasta,
    estado: "anulado",
  }));
  if (given.length > 0) await lane.provider.addRows("folios", given);
  if (left > 0) await addFolios(lane, left);
}

async function addFolios({ provider }: InvoiceLane, count: number): Promise<void> {
  const desde = Math.max(...(await provider.folioRanges()).map(({ hasta }) => hasta)) + 1;
  await provider.addRows("folios", [{ tipoDoc: 33, desde, hasta: desde + count - 1 }]);
}

/** The company renews what had expired. */
async function renew({ lane }: InvoiceHistory): Promise<void> {
  const year = Number(todayInSantiago(lane.api.clock.now()).slice(0, 4)) + 1;
  await lane.provider.change({
    certificadoVence: `${year}-12-31`,
    documentosRestantes: manyDocuments,
  });
  await addFolios(lane, 50);
}

/** Somebody else issues a look-alike: it has no reference, and no line of ours. */
async function issueByHand({ dice, lane }: InvoiceHistory): Promise<void> {
  const { receptor } = invoice();
  const fecha = todayInSantiago(lane.api.clock.now());
  const ranges = await lane.provider.folioRanges();
  if (!ranges.some(({ tipoDoc, estado }) => tipoDoc === 33 && estado === "vigente")) return;
  const neto = 1_000 + dice.below(52);
  await lane.provider.addRows("documentos", [{ tipoDoc: 33, rut: receptor.rut, fecha, neto }]);
}

/** Its line is unique: it lets the provider's own account tell one from another. */
export function invoiceWish(history: InvoiceHistory, price: number): Promise<Wish | null> {
  const name = randomUUID();
  const lineas = [{ nombre: name, cantidad: 1, precioUnitario: price }];
  return wishOf(history, "documento", { input: invoice(price, { lineas }), name });
}

/** Annuls the document in full. Its reason is unique. */
export function noteWish(history: InvoiceHistory, folio: number): Promise<Wish | null> {
  const name = randomUUID();
  const input = { tipoDte: 33, folio, codigo: 1, razon: name };
  return wishOf(history, "nota_credito", { input, name });
}

/** The preview; null if the provider or the service did not prepare it. */
async function wishOf(
  history: InvoiceHistory,
  kind: "documento" | "nota_credito",
  { input, name }: { input: object; name: string },
): Promise<Wish | null> {
  const call = await history.call(`${kind}.previsualizar`, { ...input });
  await history.deliverAll();
  await call.process.stopped;
  const previewRef = call.answer?.body.data?.["previewRef"];
  if (typeof previewRef !== "string") return null;
  history.lane.names.set(previewRef, name);
  return { tool: `${kind}.emitir`, input: { previewRef }, key: randomUUID() };
}
