import type { InstitutionType } from "./institutions.ts";

/** 00 is the main line, 01 a further movement, 02 a second contract, 03 a voluntary affiliate. */
export type LineType = "00" | "01" | "02" | "03";

export interface Movement {
  code: number;
  from: string | null;
  to: string | null;
}

/** One line of a payroll; a worker may have several. */
export interface PayrollLine {
  type: LineType;
  rut: string;
  givenNames: string;
  surnames: readonly [string, string];
  days: number;
  partTimeHours: number;
  movement: Movement;
  base: number;
  fundCode: string;
  healthCode: string;
  /** The pension fund's part, including the employer's capital. */
  pension: number;
  disability: number;
  secondAccount: number;
  voluntarySaving: number;
  lifeExpectancy: number;
  protectedReturn: number;
  /** What a subsidised worker earned before. */
  incomeBefore: number;
  health: number;
  healthExtra: number;
  familyFund: number;
  accident: number;
  unemploymentBase: number;
  unemploymentWorker: number;
  unemploymentEmployer: number;
}

export interface LineShare {
  type: InstitutionType;
  code: string;
  amount: number;
}
