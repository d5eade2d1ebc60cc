import * as z from "zod";
import { Fecha, Periodo } from "#lib/chile/index.ts";
import { portalText, sortablePosition } from "#lib/contract/bank/index.ts";
import type { Dataset } from "#lib/contract/index.ts";
import { institutionLetters, kindLetters, stateLetters } from "./portal.ts";

const Pesos = z.number().nonnegative();
const Cuenta = z.number().nonnegative();

export const IdNomina = z
  .string()
  .trim()
  .regex(/^[\w-]{1,40}$/, { error: "An idNomina of previsional.nominas.consultar" })
  .describe("Identificador de la nómina en el portal; sale de previsional.nominas.consultar");

export const EstadoNomina = z
  .enum(Object.values(stateLetters))
  .describe(
    "cargada y con_errores aún no se declaran; declarada_no_pagada_automatica: la autoridad presume la deuda",
  );

export const InstitucionTipo = z
  .enum(Object.values(institutionLetters))
  .describe("afc: seguro de cesantía; ccaf: caja de compensación; ips: antiguas cajas");
export type InstitucionTipo = z.infer<typeof InstitucionTipo>;

export const InstitucionCodigo = z
  .string()
  .describe("Se repite entre tipos: vale junto a institucionTipo");

const lineTypes = ["00", "01", "02", "03"] as const;
export const TipoLinea = z
  .enum(lineTypes)
  .describe(
    "00 principal, 01 otro movimiento, 02 segundo contrato o pago adicional, 03 afiliado voluntario",
  );

export const Nomina = z.strictObject({
  idNomina: IdNomina,
  periodo: Periodo.describe("Mes de la remuneración; se declara y paga en el siguiente"),
  tipo: z
    .enum(Object.values(kindLetters))
    .describe("reliquidacion: diferencias de remuneraciones ya pagadas"),
  nombre: portalText("Nombre que le dio la empresa").nullable(),
  sucursal: portalText("Sucursal como la nombra la empresa").nullable(),
  numTrabajadores: Cuenta.describe("Personas, aunque alguna tenga varias líneas"),
  numLineas: Cuenta.describe("Un trabajador puede tener varias líneas"),
  estado: EstadoNomina,
  fechaDeclaracion: Fecha.nullable(),
  fechaPago: Fecha.nullable(),
  fechaVencimiento: Fecha,
  monto: Pesos.describe("Total con reajustes, intereses y recargos, si se pagó tarde"),
  display: z.string().describe("Monto con formato chileno"),
});
export type Nomina = z.infer<typeof Nomina>;

const Codigo = z.string().describe("institucionCodigo de sus planillas");
const institucion = {
  codigo: Codigo,
  nombre: portalText("null: no está en las planillas").nullable(),
};

/* A line has many fields, and its whole schema is shown; parse/line.ts validates each of them. */
const Monto = z.number();
const Dia = z.string().nullable();

const Movimiento = z.strictObject({
  codigo: Monto.describe("El que le da la autoridad"),
  nombre: z.string().nullable().describe("null: código desconocido"),
  desde: Dia.describe("AAAA-MM-DD"),
  hasta: Dia.describe("AAAA-MM-DD"),
});

export const Cotizacion = z.strictObject({
  idNomina: z.string().describe("De nominas.consultar"),
  linea: Monto.describe("Lugar en el archivo, desde 1"),
  tipoLinea: z.enum(lineTypes).describe("00 es la principal"),
  rut: z.string().describe("Sin puntos"),
  nombres: portalText("Nombres"),
  apellidos: portalText("Apellidos"),
  diasTrabajados: Monto.describe("Cuentan solo los de la línea 00; los montos se suman en todas"),
  jornada: Monto.nullable().describe("Horas semanales de jornada parcial; null: completa"),
  movimiento: Movimiento.nullable().describe("Movimiento de personal; null: ninguno"),
  rentaImponible: Monto.describe("Pesos: base de la pensión"),
  rima: Monto.nullable().describe("Renta del mes anterior a un subsidio"),
  afp: z.strictObject(institucion).describe("La de la pensión"),
  cotizacionAfp: Monto.describe("Pesos, sin sis"),
  cotizacionEmpleadorCapital: Monto.nullable().describe("null: va dentro de cotizacionAfp"),
  rentabilidadProtegida: Monto.describe("Del empleador al seguro social"),
  cotizacionExpectativaVida: Monto.describe("Del empleador al seguro social"),
  sis: Monto.describe("Seguro de invalidez y sobrevivencia"),
  cuenta2: Monto.nullable().describe("Ahorro voluntario; null: ninguno"),
  apv: Monto.nullable().describe("Ahorro previsional voluntario"),
  salud: z
    .strictObject({
      ...institucion,
      tipo: z.enum(["fonasa", "isapre"]).describe("fonasa: pública; isapre: privada"),
    })
    .describe("La de la cotización de salud"),
  cotizacionSalud: Monto.describe("Pesos, sin el adicional"),
  adicionalIsapre: Monto.describe("Pesos sobre la cotización legal"),
  afcTrabajador: Monto.describe("Seguro de cesantía"),
  afcEmpleador: Monto.describe("Seguro de cesantía"),
  mutual: z.strictObject(institucion).describe("Del seguro de accidentes"),
  cotizacionMutual: Monto.describe("Pesos del empleador"),
  ccaf: z
    .strictObject({ codigo: Codigo })
    .nullable()
    .describe("Caja de compensación; null: ninguna"),
  cotizacionCcaf: Monto.describe("Pesos a la caja"),
  monto: Monto.describe("Suma de lo que paga la línea"),
});
export type Cotizacion = z.infer<typeof Cotizacion>;

export const Planilla = z.strictObject({
  idNomina: IdNomina,
  periodo: Periodo,
  institucionTipo: InstitucionTipo,
  institucionCodigo: InstitucionCodigo,
  institucionNombre: portalText("Nombre de la institución"),
  folioPlanilla: z
    .string()
    .describe("Una nómina puede tener varias planillas de una misma institución"),
  numTrabajadores: Cuenta.describe("Por los que se cotiza en esta institución"),
  montoNominal: Pesos.describe("Sin reajustes, intereses ni recargos: la suma de las líneas"),
  reajustes: Pesos.describe("Pesos por atraso: reajuste según la inflación"),
  intereses: Pesos.describe("Pesos por atraso: intereses"),
  recargos: Pesos.describe("Pesos por atraso: recargos"),
  monto: Pesos.describe("Pesos en total: montoNominal más lo que suma el atraso"),
  fechaVencimiento: Fecha,
  canalPago: portalText("Cómo se pagó").nullable(),
  estado: EstadoNomina,
  fechaPago: Fecha.nullable(),
});
export type Planilla = z.infer<typeof Planilla>;

const longestId = 40;
const ascending = { readAtField: "ultimaLecturaEn", order: "ascending" } as const;

/**
 * The portal gives no date to a payroll before it is declared: within a month the higher number is
 * newer.
 */
export const nominas: Dataset<Nomina> = {
  readAtField: "ultimaLecturaEn",
  order: "newest_first",
  id: "previsional.nominas",
  list: "nominas",
  row: Nomina,
  key: (row) => row.idNomina,
  sortKey: (row) => `${row.periodo}|${row.idNomina.padStart(longestId, "0")}`,
  periodo: (row) => row.periodo,
  account: () => null,
};

/** Read one payroll at a time, so the sort key begins with it. Their month is their payroll's. */
export const nominaCotizaciones: Dataset<Cotizacion> = {
  ...ascending,
  id: "previsional.nomina_cotizaciones",
  list: "cotizaciones",
  row: Cotizacion,
  key: (row) => `${row.idNomina}|${row.linea}`,
  sortKey: (row) => `${row.idNomina}|${sortablePosition(row.linea)}`,
  periodo: () => "",
  account: () => null,
};

/** A payroll may be declared to one institution with several sheets. */
export const planillas: Dataset<Planilla> = {
  ...ascending,
  id: "previsional.planillas",
  list: "planillas",
  row: Planilla,
  key: (row) =>
    `${row.idNomina}|${row.institucionTipo}|${row.institucionCodigo}|${row.folioPlanilla}`,
  sortKey: (row) => `${row.periodo}|${planillas.key(row)}`,
  periodo: (row) => row.periodo,
  account: () => null,
};
