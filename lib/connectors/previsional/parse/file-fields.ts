import type { Cotizacion } from "../store.ts";

/** A line of the authority's file: fields are counted from 1, as its description does. */
export type FileLine = (place: number) => string;

/** The remuneration month that a line is of: a correction may be of an earlier one than its payroll. */
export const monthField = 9;

/** Where the amounts of a line are, and whom they go to. */
export const amountFields = {
  cotizacionAfp: 28,
  sis: 29,
  cuenta2: 30,
  apv: 43,
  cotizacionSalud: 80,
  adicionalIsapre: 81,
  cotizacionCcaf: 90,
  cotizacionExpectativaVida: 94,
  rentabilidadProtegida: 95,
  cotizacionMutual: 98,
  afcTrabajador: 101,
  afcEmpleador: 102,
} as const satisfies Partial<Record<keyof Cotizacion, number>>;

export const codeFields = { afp: 26, apv: 40, salud: 75, ccaf: 83, mutual: 96 } as const;

/** Saving that is agreed with the employer, of which no row has a field. */
export const agreedSavingField = 44;

/** The health fund of the state; any other is a private one. */
export const stateHealth = "07";

/** What the authority's movement codes mean. Of 9 and 10 nobody has said it. */
export const movementNames: Readonly<Record<number, string>> = {
  1: "Contratación a plazo indefinido",
  2: "Retiro",
  3: "Subsidio por licencia médica",
  4: "Permiso sin goce de sueldo",
  5: "Incorporación en el lugar de trabajo",
  6: "Accidente del trabajo",
  7: "Contratación a plazo fijo",
  8: "Cambio de plazo fijo a indefinido",
  11: "Otra ausencia",
  12: "Reliquidación, premio o bono",
  13: "Suspensión por acto de autoridad",
  14: "Suspensión por pacto",
  15: "Reducción de jornada",
};
