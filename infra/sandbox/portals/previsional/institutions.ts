export type InstitutionType = "afp" | "salud" | "afc" | "mutual" | "ccaf" | "seguro_social";

interface Institution {
  type: InstitutionType;
  /** As the export and the sheets write it. */
  code: string;
  name: string;
  /** A pension fund's commission beyond the 10 %, in hundredths of a percent. */
  commission?: number;
}

export const pensionFunds: readonly Institution[] = [
  { type: "afp", code: "03", name: "Fondo Alerce", commission: 144 },
  { type: "afp", code: "05", name: "Fondo Canelo", commission: 116 },
  { type: "afp", code: "08", name: "Fondo Ñandú", commission: 58 },
  { type: "afp", code: "33", name: "Fondo Coihue", commission: 49 },
];

export const publicHealth: Institution = { type: "salud", code: "07", name: "Salud Pública" };

export const healthInsurers: readonly Institution[] = [
  { type: "salud", code: "01", name: "Salud Araucaria" },
  { type: "salud", code: "10", name: "Salud Río Claro" },
];

export const unemploymentFund: Institution = { type: "afc", code: "00", name: "Fondo de Cesantía" };
export const accidentInsurer: Institution = { type: "mutual", code: "02", name: "Mutual El Peumo" };
export const familyFund: Institution = { type: "ccaf", code: "01", name: "Caja Los Ñandúes" };
export const socialInsurance: Institution = {
  type: "seguro_social",
  code: "01",
  name: "Seguro Social Previsional",
};

export const institutions: readonly Institution[] = [
  ...pensionFunds,
  publicHealth,
  ...healthInsurers,
  unemploymentFund,
  accidentInsurer,
  familyFund,
  socialInsurance,
];
