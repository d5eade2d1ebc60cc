import { z } from "zod";
import type { BankBook } from "../../bank/book.ts";
import { movementTruth } from "../../bank/truth.ts";
import { plainAmount } from "../../generator/accounts.ts";
import {
  rowKind,
  type Row,
  type RowKind,
  type TruthQuery,
  type World,
} from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import { balancesOf } from "./balances.ts";
import type { CardBook, CardMovement } from "./cards.ts";
import { shownPostingDay } from "./posting.ts";
import { statementsOf, type Statement } from "./statements.ts";

export function truthOf(world: World, book: BankBook, cards: CardBook) {
  return {
    movimientos: (query: TruthQuery) =>
      movementTruth(book, query, (row) => ({
        fechaContable: shownPostingDay(row, world.today()),
        sucursal: row.branch,
      })),
    saldos: ({ rut }: TruthQuery) =>
      balancesOf(book, rut).map(({ account, ...balance }) => ({
        cuenta: account.number,
        fecha: world.today(),
        contable: plainAmount(balance.book, account.currency),
        disponible: plainAmount(balance.available, account.currency),
        lineaCredito: plainAmount(balance.creditLine, account.currency),
        moneda: account.currency,
      })),
    cartolas: ({ rut, periodo }: TruthQuery) =>
      statementsOf(book.accounts(rut), periodo, world.today()).map(statementRow),
    movimientos_tarjetas: ({ rut, periodo }: TruthQuery) =>
      cards.cards(rut).flatMap((card) => cards.month(card, periodo).map(cardRow)),
  };
}

function statementRow(statement: Statement): Row {
  const { account } = statement;
  const plain = (smallest: number) => plainAmount(smallest, account.currency);
  return {
    cuenta: account.number,
    numero: statement.number,
    periodo: statement.period,
    desde: statement.from,
    hasta: statement.to,
    emision: statement.issued,
    inicial: plain(statement.opening),
    final: plain(statement.closing),
    abonos: plain(statement.credits),
    cargos: plain(statement.debits),
    registros: statement.count,
    moneda: account.currency,
  };
}

function cardRow(row: CardMovement): Row {
  return {
    tarjeta: `****${row.card.last}`,
    titular: row.card.holder,
    fecha: row.day,
    glosa: row.text,
    comercio: row.merchant,
    cargo: row.direction === "out" ? row.amount : 0,
    abono: row.direction === "in" ? row.amount : 0,
    cuotas: row.instalment,
    montoTotal: row.total,
    facturado: row.billed,
    periodoFacturacion: row.billed ? row.billing : null,
  };
}

const takes =
  '{"tarjeta"?: "****1234", "fecha": "AAAA-MM-DD", "glosa", "comercio"?, "cargo"?, "abono"?}: one of cargo and abono greater than 0; without tarjeta the first card';

const AddedCardMovement = z.strictObject({
  tarjeta: z.string().optional(),
  fecha: z.iso.date(),
  glosa: z.string().min(1).max(120),
  comercio: z.string().nullish(),
  cargo: z.int().nonnegative().default(0),
  abono: z.int().nonnegative().default(0),
  // A row copied from `truth` has these fields, but the portal computes them itself.
  titular: z.unknown().optional(),
  cuotas: z.unknown().optional(),
  montoTotal: z.unknown().optional(),
  facturado: z.unknown().optional(),
  periodoFacturacion: z.unknown().optional(),
});

export function cardRows(cards: CardBook, world: World): RowKind {
  return rowKind(AddedCardMovement, takes, ({ rut }, row) => {
    const all = cards.cards(rut);
    const card = all.find(({ last }) => !row.tarjeta || row.tarjeta === `****${last}`);
    if (!card) {
      throw new WrongCall(
        `no card ${row.tarjeta} of ${rut}`,
        all.map(({ last }) => `****${last}`),
      );
    }
    const { cargo, abono } = row;
    if (row.fecha > world.today()) throw new WrongCall("fecha is in the future", takes);
    if (cargo > 0 === abono > 0)
      throw new WrongCall("one of cargo and abono, greater than 0", takes);
    cards.add({
      card,
      day: row.fecha,
      text: row.glosa,
      merchant: row.comercio ?? null,
      direction: cargo > 0 ? "out" : "in",
      amount: cargo > 0 ? cargo : abono,
    });
    return { ...row, tarjeta: `****${card.last}` };
  });
}
