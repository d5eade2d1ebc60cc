type Unidad = "Pesos" | "Porcentaje" | "Dólar";
type Frecuencia = "diaria" | "mensual";

interface Indicador {
  codigo: string;
  nombre: string;
  unidad: Unidad;
  frecuencia: Frecuencia;
  /** The most days that usually pass from one value to the next; 1 means a value every day. */
  stepDays: number;
  /** The most days between a day and the publication of its value. */
  lagDays: number;
  /** Never published itself: a multiple of another indicator. */
  derivedFrom?: { codigo: string; times: number };
}

const everyDay = { frecuencia: "diaria", stepDays: 1, lagDays: 0 } as const;
// Weekends and holidays have no value: the longest run of them in Chile is five days.
const marketDays = { frecuencia: "diaria", stepDays: 6, lagDays: 0 } as const;
const everyMonth = { frecuencia: "mensual", stepDays: 31, lagDays: 0 } as const;

/** The economic indicators, by code. */
export const indicators = [
  { codigo: "uf", nombre: "Unidad de fomento (UF)", unidad: "Pesos", ...everyDay },
  { codigo: "ivp", nombre: "Índice de valor promedio (IVP)", unidad: "Pesos", ...everyDay },
  { codigo: "dolar", nombre: "Dólar observado", unidad: "Pesos", ...marketDays },
  { codigo: "dolar_intercambio", nombre: "Dólar acuerdo", unidad: "Pesos", ...marketDays },
  { codigo: "euro", nombre: "Euro", unidad: "Pesos", ...marketDays },
  { codigo: "utm", nombre: "Unidad tributaria mensual (UTM)", unidad: "Pesos", ...everyMonth },
  {
    codigo: "uta",
    nombre: "Unidad tributaria anual (UTA)",
    unidad: "Pesos",
    ...everyMonth,
    derivedFrom: { codigo: "utm", times: 12 },
  },
  {
    codigo: "ipc",
    nombre: "Variación mensual del índice de precios al consumidor (IPC)",
    unidad: "Porcentaje",
    ...everyMonth,
    lagDays: 40,
  },
  {
    codigo: "imacec",
    nombre: "Variación anual del índice mensual de actividad económica (Imacec)",
    unidad: "Porcentaje",
    ...everyMonth,
    lagDays: 65,
  },
  {
    codigo: "tpm",
    nombre: "Tasa de política monetaria (TPM)",
    unidad: "Porcentaje",
    ...marketDays,
  },
  {
    codigo: "tasa_desempleo",
    nombre: "Tasa de desempleo",
    unidad: "Porcentaje",
    ...everyMonth,
    lagDays: 65,
  },
  { codigo: "libra_cobre", nombre: "Libra de cobre", unidad: "Dólar", ...marketDays },
  { codigo: "bitcoin", nombre: "Bitcoin", unidad: "Dólar", ...marketDays },
] as const satisfies readonly Indicador[];

type CodigoIndicador = (typeof indicators)[number]["codigo"];

export function unidadDe(codigo: CodigoIndicador): Unidad {
  const found = indicators.find((one) => one.codigo === codigo);
  if (found === undefined) throw new TypeError(`no indicator ${codigo}`);
  return found.unidad;
}
