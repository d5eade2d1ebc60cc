import { dayOf, daysIn } from "../../generator/calendar.ts";
import { person } from "../../generator/people.ts";
import { randomFor, type Random } from "../../generator/random.ts";
import {
  accidentRate,
  familyFundRate,
  healthRate,
  part,
  ratesOf,
  unemploymentRates,
} from "./contributions.ts";
import { healthInsurers, pensionFunds, publicHealth } from "./institutions.ts";
import type { LineType, Movement, PayrollLine } from "./line.ts";

export type PayrollKind = "remuneraciones" | "gratificaciones" | "reliquidacion";

/** A payroll as it was loaded, without its later states. */
export interface LoadedPayroll {
  id: string;
  period: string;
  kind: PayrollKind;
  name: string;
  branch: string;
  lines: readonly PayrollLine[];
  /** Paid five weeks late, with the cost of that. */
  isLate: boolean;
}

const firstYear = 2020;
const pensionCeiling = 3_460_000;
const unemploymentCeiling = 5_300_000;
const noMovement: Movement = { code: 0, from: null, to: null };

/**
 * Two payrolls a month, one of a branch; in April a bonus; in March, June, September and December a
 * correction of earlier pay; in February none at all. May and October are paid late.
 */
export function payrollsOf(company: string, period: string): LoadedPayroll[] {
  const month = Number(period.slice(5));
  if (month === 2) return [];
  const random = randomFor("previsional", company, period);
  const planned: { kind: PayrollKind; name: string; branch: string; workers: number }[] = [
    {
      kind: "remuneraciones",
      name: "Casa Matriz",
      branch: "001",
      workers: month === 12 ? 120 : random.between(20, 45),
    },
    { kind: "remuneraciones", name: "Sucursal Ñuble & Sur", branch: "002", workers: 9 },
  ];
  if (month === 4) {
    planned.push({ kind: "gratificaciones", name: "Gratificación", branch: "001", workers: 20 });
  }
  if (month % 3 === 0) {
    planned.push({ kind: "reliquidacion", name: "Reliquidación", branch: "001", workers: 4 });
  }
  return planned.map(({ workers, ...one }, index) =>
    payroll(company, {
      ...one,
      workers,
      period,
      place: index,
      isLate: month === 5 || month === 10,
    }),
  );
}

interface Planned {
  kind: PayrollKind;
  name: string;
  branch: string;
  workers: number;
  period: string;
  place: number;
  isLate: boolean;
}

export function payroll(company: string, planned: Planned): LoadedPayroll {
  const { kind, name, branch, period, place, isLate, workers } = planned;
  const [year = 0, month = 0] = period.split("-").map(Number);
  const number = 8000 + ((year - firstYear) * 12 + month) * 20 + place;
  const lines = Array.from({ length: workers }, (_, index) =>
    linesOf(company, { period, branch, index, kind }),
  ).flat();
  return { id: String(number), period, kind, name, branch, lines, isLate };
}

interface Worker {
  period: string;
  branch: string;
  index: number;
  kind: PayrollKind;
}

/** The same people every month; some have a further line. */
function linesOf(company: string, worker: Worker): PayrollLine[] {
  const { period, branch, index, kind } = worker;
  const who = randomFor("previsional", company, branch, index);
  const random = randomFor("previsional", company, branch, index, period, kind);
  const contract = {
    ...namedPerson(who),
    fund: who.between(0, pensionFunds.length - 1),
    health: who.between(0, 3),
    isIndefinite: !who.chance(20),
    pay: who.between(500_000, who.chance(10) ? 6_000_000 : 2_400_000),
  };
  const main = movementOf(index, period, random);
  const days = main.code === 3 ? 18 : main.code === 1 ? 12 : 30;
  const isMain = kind === "remuneraciones";
  const first = line(isMain ? "00" : "02", contract, {
    period,
    index,
    days: isMain ? days : 0,
    movement: main,
  });
  const more: PayrollLine[] = [];
  if (isMain && index % 9 === 3) more.push(further(first, period));
  if (isMain && index % 11 === 5) {
    const second = { ...contract, pay: random.between(200_000, 400_000) };
    more.push(line("02", second, { period, index, days: 8, movement: noMovement }));
  }
  if (isMain && index % 19 === 7) more.push(voluntary(company, first, branch, index));
  return [first, ...more];
}

function namedPerson(random: Random) {
  const { rut, name } = person(random);
  const names = name.split(" ");
  const surnames = [names.at(-2) ?? "", names.at(-1) ?? ""] as const;
  return { rut, surnames, givenNames: names.slice(0, -2).join(" ") };
}

/** 3, a subsidised leave, is the most frequent; 10 is an undocumented code. */
function movementOf(index: number, period: string, random: Random): Movement {
  const day = (number: number) => dayOf(period, number);
  if (index % 7 === 2) return { code: 3, from: day(3), to: day(14) };
  if (index === 4) return { code: 1, from: day(19), to: null };
  if (index === 6) return { code: 2, from: null, to: day(daysIn(period)) };
  if (index === 8) return { code: 11, from: day(5), to: day(random.between(6, 9)) };
  if (index === 11 && period.endsWith("-12")) return { code: 10, from: day(1), to: null };
  return noMovement;
}

interface Contract {
  rut: string;
  surnames: readonly [string, string];
  givenNames: string;
  fund: number;
  health: number;
  isIndefinite: boolean;
  pay: number;
}

interface Worked {
  period: string;
  index: number;
  days: number;
  movement: Movement;
}

function line(
  type: LineType,
  contract: Contract,
  { period, index, days, movement }: Worked,
): PayrollLine {
  const fund = pensionFunds[contract.fund] ?? publicHealth;
  const insurer = healthInsurers[contract.health];
  const rates = ratesOf(period);
  const earned = Math.floor((contract.pay * (days || 30)) / 30);
  const base = Math.min(earned, pensionCeiling);
  const unemploymentBase = Math.min(earned, unemploymentCeiling);
  const { rut, surnames, givenNames } = contract;
  const isPartTime = index % 10 === 9;
  return {
    type,
    rut,
    surnames,
    givenNames,
    days,
    partTimeHours: isPartTime ? 22 : 0,
    movement,
    base,
    fundCode: fund.code,
    healthCode: (insurer ?? publicHealth).code,
    pension: part(base, rates.worker + (fund.commission ?? 0)) + part(base, rates.employerCapital),
    disability: part(base, rates.disability),
    secondAccount: type === "00" && index % 10 === 1 ? 20_000 : 0,
    voluntarySaving: type === "00" && index % 12 === 2 ? 50_000 : 0,
    lifeExpectancy: part(base, rates.lifeExpectancy),
    protectedReturn: part(base, rates.protectedReturn),
    incomeBefore: movement.code === 3 ? contract.pay : 0,
    // Workers with public health pay a part of it to the family fund.
    health: part(base, insurer ? healthRate : healthRate - familyFundRate),
    healthExtra: insurer && type === "00" ? 15_000 + index * 100 : 0,
    familyFund: insurer ? 0 : part(base, familyFundRate),
    accident: part(base, accidentRate),
    unemploymentBase,
    unemploymentWorker: contract.isIndefinite
      ? part(unemploymentBase, unemploymentRates.worker)
      : 0,
    unemploymentEmployer: part(unemploymentBase, unemploymentRates.employer),
  };
}

const nothing = {
  days: 0,
  partTimeHours: 0,
  base: 0,
  pension: 0,
  disability: 0,
  secondAccount: 0,
  voluntarySaving: 0,
  lifeExpectancy: 0,
  protectedReturn: 0,
  incomeBefore: 0,
  health: 0,
  healthExtra: 0,
  familyFund: 0,
  accident: 0,
  unemploymentBase: 0,
  unemploymentWorker: 0,
  unemploymentEmployer: 0,
};

/** A second movement of the same worker: a separate line without an amount. */
function further(main: PayrollLine, period: string): PayrollLine {
  const movement = { code: 4, from: dayOf(period, 20), to: dayOf(period, 22) };
  return { ...main, ...nothing, type: "01", movement };
}

/** A person without earnings here, for whom a worker's relative saves. */
function voluntary(company: string, main: PayrollLine, branch: string, index: number): PayrollLine {
  return {
    ...main,
    ...nothing,
    ...namedPerson(randomFor("previsional", company, branch, index, "voluntary")),
    type: "03",
    movement: noMovement,
    pension: 60_000,
  };
}
