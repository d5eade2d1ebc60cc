import type { Annulment } from "./annulment.ts";

export const sides = ["emitidas", "recibidas"] as const;
export type Side = (typeof sides)[number];

export interface FeeReceipt {
  side: Side;
  folio: number;
  barCode: string;
  day: string;
  at: Date;
  /** The counterparty; null if the portal knows no RUT. */
  rut: string | null;
  name: string;
  /** What an issuer typed about the other side; empty if we did not issue it. */
  address: string;
  /** Where the issuer works. */
  issuedFrom: string;
  lines: readonly FeeLine[];
  gross: number;
  /** The rate of its day, in basis points. */
  rate: number;
  withheld: number;
  /** Who pays the retention: a receiving company, otherwise the issuer. */
  withheldBy: Withholder;
  /** Whether its issuer is a professional partnership, from which nothing is withheld. */
  partnership: boolean;
  annulledAt: Date | null;
  /** The login that issued it through the form; null if it came another way. */
  by: string | null;
}

export type Withholder = "issuer" | "receiver" | "nobody";

export interface FeeLine {
  text: string;
  amount: number;
}

export interface Observation {
  cause: number;
  day: string;
}

/** A receipt as it is at some moment. */
export interface FeeReceiptNow extends FeeReceipt {
  state: "in_force" | "pending" | "annulled";
  /** The latest request through the portal to annul it. */
  annulment: Annulment | null;
  observation: Observation | null;
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

/** Names the printed receipt: the issuer, the folio and five characters that nobody can guess. */
export function barCodeOf(issuer: string, folio: number, secret: string): string {
  return `${issuer.replace("-", "")}${String(folio).padStart(6, "0")}${secret}`;
}
