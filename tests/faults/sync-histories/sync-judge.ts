import { expect } from "vitest";
import { addDays, firstDay, lastDay, periodoOf, type Fecha } from "#lib/chile/index.ts";
import type { Answered } from "#tests/support/scenes/api.ts";
import { accounts, type Booked } from "./bank.ts";
import type { SyncHistory } from "./sync-history.ts";

interface Stored {
  id: string;
  periodo: string;
  text: string;
  withdrawn: boolean;
}

async function storedIn({ lane, customer }: SyncHistory): Promise<Stored[]> {
  const rows = await lane.api.database.owner(
    `select id, periodo, payload->>'descripcion' as text, withdrawn_at is not null as withdrawn
     from records
     where connection_id = $1 and dataset = 'banco_a.movimientos' order by id`,
    [customer.connection],
  );
  return rows as unknown as Stored[];
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();

const inForce = (stored: readonly Stored[]): Stored[] =>
  stored.filter(({ withdrawn }) => !withdrawn);

/** At any moment: what is stored is the bank's, and what a complete reading saw is stored. */
export async function judgeKept(history: SyncHistory): Promise<void> {
  const { bank, api } = history.lane;
  // Before the rows, because a worker may be storing both right now.
  const read = await api.database.owner(
    `select periodo, read_at as "readAt" from coverage
     where connection_id = $1 and alcance = 'movimientos' and status = 'ok'`,
    [history.customer.connection],
  );
  const stored = await storedIn(history);
  const booked = new Map([...bank.rows, ...bank.takenBack].map((row) => [row.id, row]));
  for (const { id, periodo, text } of stored) {
    expect(booked.get(id)?.day.slice(0, 7), "the month of a row that is kept").toBe(periodo);
    expect(booked.get(id)?.texts, "a text that the bank never showed").toContain(text);
  }
  const kept = new Set(inForce(stored).map(({ id }) => id));
  for (const { periodo, readAt } of read as { periodo: string; readAt: Date }[]) {
    const seen = bank.rows.filter(
      ({ day, bookedAt }) => day.startsWith(periodo) && bookedAt <= readAt.getTime(),
    );
    expect(idsOf(seen.filter(({ id }) => !kept.has(id))), `lost of ${periodo}`).toEqual([]);
  }
}

interface Named {
  tool_id: string;
  input: Record<string, unknown>;
}

function answerOf({ body }: Answered) {
  return body.data as {
    cobertura: { estado: string; siguiente: Named | null };
    movimientos: { id: string }[];
  };
}

interface Asked {
  filters: Record<string, unknown>;
  first: string;
  last: string;
}

/** An answer that claims to be complete has all that the bank has of the requested days. */
async function judgeAnswer(
  history: SyncHistory,
  { filters, first, last }: Asked,
  numeroCuenta: string | null = null,
): Promise<string> {
  const input = { ...filters, limit: 500, ...(numeroCuenta !== null && { numeroCuenta }) };
  const answer = await history.call("movimientos.consultar", input);
  if (answer.status !== 200) return String(answer.body.error?.code);
  const { cobertura, movimientos } = answerOf(answer);
  const { estado } = cobertura;
  history.count(movimientos.length > 0 ? estado : `${estado}, empty`);
  if (estado === "completo") {
    const there = history.lane.bank.between(first, last, numeroCuenta);
    // What was withdrawn, or reappeared, since its month was read may be there or not.
    const { takenBack, rows } = history.lane.bank;
    const open = new Set(idsOf([...takenBack, ...rows.filter(({ again }) => again)]));
    const certain = (of: readonly { id: string }[]) => idsOf(of).filter((id) => !open.has(id));
    expect(certain(movimientos), `complete: ${JSON.stringify(input)}`).toEqual(certain(there));
    const firsts = new Map([...takenBack, ...rows].map(({ id, first: written }) => [id, written]));
    const purchases = movimientos.map(({ id }) => firsts.get(id));
    expect(new Set(purchases).size, "purchases under one id each").toBe(purchases.length);
  }
  return estado;
}

/** Any days at any moment. */
export async function judgeSomeAnswer(history: SyncHistory): Promise<void> {
  const { dice, months, lane } = history;
  const periodo = dice.pick(months);
  const account = dice.percent(30) ? dice.pick(accounts) : null;
  if (dice.percent(30)) {
    const whole = { filters: { periodo }, first: firstDay(periodo), last: lastDay(periodo) };
    return void (await judgeAnswer(history, whole, account));
  }
  const desde = dice.percent(50) ? firstDay(periodo) : addDays(firstDay(periodo), dice.below(28));
  const hasta = addDays(dice.percent(50) ? desde : lane.bank.today, dice.below(12) - 6);
  if (hasta < desde) return;
  await judgeAnswer(history, { filters: { desde, hasta }, first: desde, last: hasta }, account);
}

/** After a complete reading of every month: the days before it are complete, and reported as such. */
export async function judgePast(history: SyncHistory, readOn: Fecha): Promise<void> {
  const [first = periodoOf(history.lane.api.clock.now())] = history.months;
  const desde = firstDay(first);
  const hasta = addDays(readOn, -1);
  if (hasta < desde) return;
  const asked = { filters: { desde, hasta }, first: desde, last: hasta };
  expect(await judgeAnswer(history, asked), `${desde} to ${hasta}`).toBe("completo");
}

/**
 * An agent that only sends the call that each answer names ends with a complete one. Only what the bank withheld of a
 * past month stays open: no call is named for it.
 */
export async function judgeNamed(history: SyncHistory, readOn: Fecha): Promise<void> {
  const { months } = history;
  const desde = firstDay(months[0] ?? periodoOf(history.lane.api.clock.now()));
  const hasta = addDays(readOn, -1);
  if (hasta < desde) return;
  // A doubtful month is read a second time.
  for (let calls = 0; calls <= 2 * months.length; calls += 1) {
    const answer = await history.call("movimientos.consultar", { desde, hasta, limit: 500 });
    const { estado, siguiente } = answerOf(answer).cobertura;
    if (siguiente === null) {
      const isWithheld = months.slice(0, -1).some((month) => history.lane.bank.withheld.has(month));
      if (estado === "parcial" && isWithheld) return history.count("withheld for good");
      return expect(estado, "when nothing more is named").toBe("completo");
    }
    history.count("named calls");
    const named = await history.call(siguiente.tool_id.replace("banco_a.", ""), siguiente.input);
    expect([named.status, named.body.error]).toEqual([200, undefined]);
    await history.comeToRest();
  }
  throw new Error("one call is named after another, and it never ends");
}

const dayMs = 86_400_000;

/** Banks lock an account at the third refusal in a row: nobody may cause one within a day. */
export function judgeLogins(history: SyncHistory): void {
  const { refusedAt } = history.lane.bank;
  history.count("logins refused", refusedAt.flat().length);
  const third = refusedAt.filter((row) =>
    row.some((at, place) => place >= 2 && at - (row[place - 1] ?? 0) < dayMs),
  );
  expect(third, "refusals in a row").toEqual([]);
}

/** No job ends in an error of ours. */
export async function judgeJobs(history: SyncHistory): Promise<void> {
  const { lane, customer } = history;
  const ends = await lane.api.database.owner(
    `select coalesce(last_error, status) as "end", sum(attempts)::int as attempts, count(*)::int
     from sync_jobs where connection_id = $1 group by 1`,
    [customer.connection],
  );
  for (const { end, count, attempts } of ends) {
    history.count(`jobs ${String(end)}`, Number(count));
    history.count("attempts", Number(attempts));
  }
  const broken = await lane.api.database.owner(
    `select id, last_error, outcomes from sync_jobs where connection_id = $1
     and (last_error in ('internal_error', 'handler_error')
       or outcomes::text ~ 'internal_error|handler_error')`,
    [customer.connection],
  );
  expect(broken, "jobs that broke").toEqual([]);
}

/** After a complete reading: no row and no text differs, and withdrawn rows are marked. */
export async function judgeWhole(history: SyncHistory): Promise<void> {
  const textOf = ({ texts }: Booked): string => texts.at(-1) ?? "";
  const there = history.lane.bank.rows.map((row) => [row.id, textOf(row)].join(" "));
  const kept = inForce(await storedIn(history)).map(({ id, text }) => `${id} ${text}`);
  expect(kept.toSorted()).toEqual(there.toSorted());
}
