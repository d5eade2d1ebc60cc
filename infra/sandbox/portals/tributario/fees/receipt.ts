export const sides = ["emitidas", "recibidas"] as const;
export type Side = (typeof sides)[number];

export interface FeeReceipt {
  side: Side;
  folio: number;
  barCode: string;
  day: string;
  at: Date;
  rut: string;
  name: string;
  gross: number;
  /** Basis points of its day. */
  rate: number;
  withheld: number;
  /** Who hands the retention over: a company that receives, else the issuer. */
  withheldBy: "issuer" | "receiver";
  annulledAt: Date | null;
}

const ratesByYear: Record<string, number> = {
  "2024": 1375,
  "2025": 1450,
  "2026": 1525,
  "2027": 1600,
};
const lastRate = 1700;

export function retentionRate(day: string): number {
  return ratesByYear[day.slice(0, 4)] ?? lastRate;
}

export function retentionOf(gross: number, rate: number): number {
  return Math.floor((gross * rate + 5000) / 10_000);
}

const firstCompanyNumber = 50_000_000;

export function isCompany(rut: string): boolean {
  return Number(rut.split("-")[0]) >= firstCompanyNumber;
}

/** Names the printed receipt; made of the issuer, the folio and five characters that nobody can guess. */
export function barCodeOf(issuer: string, folio: number, secret: string): string {
  return `${issuer.replace("-", "")}${String(folio).padStart(6, "0")}${secret}`;
}
