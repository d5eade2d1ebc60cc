import { z } from "zod";
import { smallestAmount } from "../generator/accounts.ts";
import { santiagoDay } from "../generator/calendar.ts";
import { rowKind, type RowKind, type World } from "../system/system.ts";
import { WrongCall } from "../system/wrong-call.ts";
import type { BankBook } from "./book.ts";

const takes =
  '{"cuenta"?, "fecha": "AAAA-MM-DD", "glosa", "documento"?: text|null, "sucursal"?, "detalle"?, "cargo"?, "abono"?}: one of cargo and abono greater than 0; without cuenta the first account';

const AddedMovement = z.strictObject({
  cuenta: z.string().optional(),
  fecha: z.iso.date(),
  glosa: z.string().min(1).max(120),
  documento: z.string().nullish(),
  cargo: z.number().nonnegative().optional(),
  abono: z.number().nonnegative().optional(),
  // A row copied from `truth` has these fields, but the portal computes them itself.
  saldo: z.number().nullish(),
  moneda: z.string().optional(),
  sucursal: z.string().nullish(),
  detalle: z.string().nullish(),
});

/**
 * A movement added to a bank's books, which moves later balances. `ignored` lists further words of this bank's truth
 * that the portal computes itself.
 */
export function movementRows(
  book: BankBook,
  world: World,
  ignored: readonly string[] = [],
): RowKind {
  const further = Object.fromEntries(ignored.map((name) => [name, z.unknown().optional()]));
  const schema = AddedMovement.extend(further) as unknown as typeof AddedMovement;
  return rowKind(schema, takes, ({ rut, periodo }, row) => {
    const account = book.accounts(rut).find((one) => !row.cuenta || one.number === row.cuenta);
    if (!account)
      throw new WrongCall(`no account ${row.cuenta} of ${rut}`, accountsTaken(book, rut));
    if (periodo && !row.fecha.startsWith(periodo)) {
      throw new WrongCall(`fecha ${row.fecha} is not in periodo ${periodo}`, takes);
    }
    if (row.fecha > santiagoDay(world.now())) throw new WrongCall("fecha is in the future", takes);
    const [out, into] = [row.cargo ?? 0, row.abono ?? 0];
    if (out > 0 === into > 0) throw new WrongCall("one of cargo and abono, greater than 0", takes);
    book.add(account, {
      day: row.fecha,
      text: row.glosa,
      document: row.documento ?? null,
      branch: row.sucursal ?? null,
      direction: out > 0 ? "out" : "in",
      amount: smallestAmount(out > 0 ? out : into, account.currency),
      ...(row.detalle ? { detail: row.detalle } : {}),
    });
    return { ...row, cuenta: account.number };
  });
}

function accountsTaken(book: BankBook, rut: string): string[] {
  return book.accounts(rut).map((account) => account.number);
}
