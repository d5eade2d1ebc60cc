type Cadence = "daily" | "weekdays" | "monthly";

export interface Indicator {
  codigo: string;
  nombre: string;
  unidad_medida: "Pesos" | "Porcentaje" | "Dólar";
  cadence: Cadence;
  /** Months between a monthly value's month and the first day on which it is known. */
  publishedAfter?: { months: number; day: number };
  /** Known ahead, up to the 9th of a month. */
  publishedAhead?: boolean;
}

const pesos = { unidad_medida: "Pesos" } as const;
const percent = { unidad_medida: "Porcentaje" } as const;
const dollars = { unidad_medida: "Dólar" } as const;

export const indicators: readonly Indicator[] = [
  {
    codigo: "uf",
    nombre: "Unidad de fomento (UF)",
    ...pesos,
    cadence: "daily",
    publishedAhead: true,
  },
  {
    codigo: "ivp",
    nombre: "Indice de valor promedio (IVP)",
    ...pesos,
    cadence: "daily",
    publishedAhead: true,
  },
  { codigo: "dolar", nombre: "Dólar observado", ...pesos, cadence: "weekdays" },
  { codigo: "dolar_intercambio", nombre: "Dólar acuerdo", ...pesos, cadence: "weekdays" },
  { codigo: "euro", nombre: "Euro", ...pesos, cadence: "weekdays" },
  {
    codigo: "ipc",
    nombre: "Indice de Precios al Consumidor (IPC)",
    ...percent,
    cadence: "monthly",
    publishedAfter: { months: 1, day: 8 },
  },
  {
    codigo: "utm",
    nombre: "Unidad Tributaria Mensual (UTM)",
    ...pesos,
    cadence: "monthly",
    publishedAfter: { months: 0, day: 1 },
  },
  {
    codigo: "uta",
    nombre: "Unidad Tributaria Anual (UTA)",
    ...pesos,
    cadence: "monthly",
    publishedAfter: { months: 0, day: 1 },
  },
  {
    codigo: "imacec",
    nombre: "Imacec",
    ...percent,
    cadence: "monthly",
    publishedAfter: { months: 2, day: 1 },
  },
  { codigo: "tpm", nombre: "Tasa Política Monetaria (TPM)", ...percent, cadence: "daily" },
  { codigo: "libra_cobre", nombre: "Libra de Cobre", ...dollars, cadence: "weekdays" },
  {
    codigo: "tasa_desempleo",
    nombre: "Tasa de desempleo",
    ...percent,
    cadence: "monthly",
    publishedAfter: { months: 1, day: 30 },
  },
  { codigo: "bitcoin", nombre: "Bitcoin", ...dollars, cadence: "daily" },
];
