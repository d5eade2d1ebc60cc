import type { Cotizacion } from "../store.ts";

/** A line of the authority's file: fields count from 1, as in its specification. */
export type FileLine = (place: number) => string;

/** The month a line is for: a correction may be for an earlier month than its payroll. */
export const monthField = 9;

/** Where the amounts of a line are, and who receives them. */
export const amountPlaces = {
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

/** Saving agreed with the employer, for which rows have no field. */
export const agreedSavingField = 44;

/** The public health fund; any other is a private one. */
export const stateHealth = "07";

/** What the authority's movement codes mean. 9 and 10 are undocumented. */
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
