import { movePeriod, periodOf, santiagoDay } from "../../generator/calendar.ts";
import { business, person } from "../../generator/people.ts";
import { randomFor, type Random } from "../../generator/random.ts";
import { plannedBatches, type Batch } from "./batch-plan.ts";

export interface Payment {
  line: number;
  rut: string;
  name: string;
  /** A voucher is collected at the counter: no bank, no account. */
  destination: { bank: string; account: string; type: string } | null;
  means: "ABONO EN CUENTA" | "OTROS BANCOS" | "VALE VISTA";
  amount: number;
  state: "PENDIENTE" | "PAGADO" | "RECHAZADO" | "ANULADO";
  rejection: string | null;
}

const ownBank = "Banco B";
const accountTypes = ["CTE", "VIS", "AHO", "RUT"] as const;
const rejections = [
  "CUENTA INEXISTENTE",
  "RUT NO CORRESPONDE A LA CUENTA",
  "CUENTA CERRADA",
] as const;
const monthsSearched = 25;

export function batchesOf(rut: string, period: string, now: Date): Batch[] {
  return plannedBatches(rut, period).filter((batch) => batch.at.getTime() <= now.getTime());
}

export function findBatch(rut: string, id: string, now: Date): Batch | undefined {
  const current = periodOf(santiagoDay(now));
  for (let back = 0; back < monthsSearched; back += 1) {
    const found = batchesOf(rut, movePeriod(current, -back), now).find((one) => one.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Nothing is paid or rejected before the day of payment. */
export function paymentsOf(batch: Batch, now: Date): Payment[] {
  const random = randomFor("banco_b", "payments", batch.id, batch.day);
  const isDue = santiagoDay(now) >= batch.payDay;
  const payments: Payment[] = [];
  for (let line = 1; line <= batch.lines; line += 1) {
    const previous = payments.at(-1);
    // Two payments that differ only in their line, also at the end of a page of 200.
    const payment =
      previous && line % 50 === 1 ? { ...previous, line } : drawn(batch, line, random);
    payments.push({ ...payment, ...outcomeOf(batch, isDue, payment.rejection) });
  }
  return payments;
}

function drawn(batch: Batch, line: number, random: Random): Payment {
  const { bank, account, ...party } = batch.kind === "PRO" ? business(random) : person(random);
  const isVoucher = random.chance(6);
  const isOwn = random.chance(35);
  const destination = {
    bank: isOwn ? ownBank : bank,
    account,
    type: random.pick(accountTypes),
  };
  return {
    line,
    rut: party.rut,
    name: party.name,
    destination: isVoucher ? null : destination,
    means: isVoucher ? "VALE VISTA" : isOwn ? "ABONO EN CUENTA" : "OTROS BANCOS",
    amount: random.between(120_000, 2_400_000),
    state: "PENDIENTE",
    rejection: !isVoucher && random.chance(3) ? random.pick(rejections) : null,
  };
}

function outcomeOf(
  batch: Batch,
  isDue: boolean,
  rejection: string | null,
): Pick<Payment, "state" | "rejection"> {
  if (batch.annulled) return { state: "ANULADO", rejection: null };
  if (!isDue) return { state: "PENDIENTE", rejection: null };
  return rejection ? { state: "RECHAZADO", rejection } : { state: "PAGADO", rejection: null };
}
