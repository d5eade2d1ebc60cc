import { z } from "zod";
import { periodOf } from "../../generator/calendar.ts";
import { rowKind, type RowKind, type World } from "../../system/system.ts";
import { WrongCall } from "../../system/wrong-call.ts";
import { payrollStates, type PayrollBook } from "./book.ts";
import { payrollRow, sheetRows } from "./truth.ts";

const payrollTakes =
  '{"id", "estado"}: a payroll that is there goes to that state; {"tipo": "remuneraciones"|"gratificaciones"|"reliquidacion", "trabajadores": 1 to 2000, "nombre"?, "estado"?}: one is loaded';

const state = z.enum(payrollStates);
const PayrollRow = z.union([
  z.strictObject({ id: z.string(), estado: state }),
  z.strictObject({
    tipo: z.enum(["remuneraciones", "gratificaciones", "reliquidacion"]),
    trabajadores: z.int().min(1).max(2000),
    nombre: z.string().min(1).default("Nómina agregada"),
    estado: state.default("cargada"),
  }),
]);

export function payrollRows(book: PayrollBook, world: World): RowKind {
  return rowKind(PayrollRow, payrollTakes, ({ rut, periodo }, row) => {
    if ("id" in row) {
      book.setState(rut, row.id, row.estado);
      const found = book.find(rut, row.id);
      if (!found) throw new WrongCall(`no payroll ${row.id}`, payrollTakes);
      return payrollRow(found);
    }
    const { tipo: kind, nombre: name, trabajadores: workers, estado } = row;
    const period = periodo ?? periodOf(world.today());
    return payrollRow(book.load(rut, period, { kind, name, workers, state: estado }));
  });
}

const sheetTakes =
  '{"nomina", "tipo": "afp"|"salud"|"afc"|"mutual"|"ccaf"|"seguro_social", "codigo", "reajustes"?, "intereses"?, "recargos"?}: what a sheet costs beyond its nominal amount';

const cost = z.int().min(0).max(999_999_999).optional();
const SheetRow = z.strictObject({
  nomina: z.string(),
  tipo: z.enum(["afp", "salud", "afc", "mutual", "ccaf", "seguro_social"]),
  codigo: z.string(),
  reajustes: cost,
  intereses: cost,
  recargos: cost,
});

export function sheetRowKind(book: PayrollBook): RowKind {
  return rowKind(SheetRow, sheetTakes, ({ rut }, row) => {
    const name = { type: row.tipo, code: row.codigo };
    book.changeSheet(rut, row.nomina, name, {
      ...(row.reajustes === undefined ? {} : { adjustments: row.reajustes }),
      ...(row.intereses === undefined ? {} : { interest: row.intereses }),
      ...(row.recargos === undefined ? {} : { surcharges: row.recargos }),
    });
    const payroll = book.find(rut, row.nomina);
    const found = payroll && sheetRows(payroll);
    const changed = found?.find(({ tipo, codigo }) => tipo === row.tipo && codigo === row.codigo);
    if (!changed) throw new WrongCall("no such sheet", sheetTakes);
    return changed;
  });
}
