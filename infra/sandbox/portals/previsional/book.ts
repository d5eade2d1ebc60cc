import { cached } from "../../generator/cached.ts";
import { dayOf, movePeriod } from "../../generator/calendar.ts";
import type { World } from "../../system/system.ts";
import { part } from "./contributions.ts";
import { payroll, payrollsOf, type LoadedPayroll, type PayrollKind } from "./generate.ts";
import type { LineShare, PayrollLine } from "./line.ts";
import { sharesOf, sharesOfAll } from "./shares.ts";

export const payrollStates = [
  "cargada",
  "con_errores",
  "declarada",
  "declarada_no_pagada",
  "declarada_no_pagada_automatica",
  "pagada",
  "anulada",
] as const;
export type PayrollState = (typeof payrollStates)[number];

/** One institution's amount of a payroll. */
export interface Sheet extends Omit<LineShare, "amount"> {
  folio: number;
  workers: number;
  nominal: number;
  adjustments: number;
  interest: number;
  surcharges: number;
  total: number;
}

type SheetChange = Partial<Pick<Sheet, "adjustments" | "interest" | "surcharges">>;

/** A payroll as it is at some moment. */
export interface Payroll extends LoadedPayroll {
  state: PayrollState;
  workers: number;
  dueDay: string;
  declaredDay: string | null;
  paidDay: string | null;
  /** None before it is declared, and none of a void one. */
  sheets: readonly Sheet[];
  total: number;
}

export interface PayrollBook {
  payrolls(company: string, period: string): Payroll[];
  find(company: string, id: string): Payroll | undefined;
  load(company: string, period: string, added: AddedPayroll): Payroll;
  setState(company: string, id: string, state: PayrollState): void;
  changeSheet(company: string, id: string, sheet: SheetName, change: SheetChange): void;
}

interface AddedPayroll {
  kind: PayrollKind;
  name: string;
  workers: number;
  state: PayrollState;
}

type SheetName = Pick<Sheet, "type" | "code">;

const monthsBack = 25;
/** More than any month's numbers, so that payrolls added by hand do not collide. */
const addedStride = 100_000;
const withSheets = new Set<PayrollState>([
  "declarada",
  "declarada_no_pagada",
  "declarada_no_pagada_automatica",
  "pagada",
]);
/** The cost of a payment five weeks late, in hundredths of a percent. */
const lateCosts = { adjustments: 42, interest: 187, surcharges: 37 } as const;

export function createPayrollBook(world: World): PayrollBook {
  const generated = cached(payrollsOf);
  const added = new Map<string, LoadedPayroll[]>();
  const states = new Map<string, PayrollState>();
  const changes = new Map<string, SheetChange>();

  function payrolls(company: string, period: string): Payroll[] {
    const today = world.today();
    const loaded = generated(company, period).filter((one) => daysOf(one).loaded <= today);
    const byHand = (added.get(company) ?? []).filter((one) => one.period === period);
    return [...loaded, ...byHand].map((one) => asOfNow(company, one));
  }

  function asOfNow(company: string, loaded: LoadedPayroll): Payroll {
    const { declared, due, paid } = daysOf(loaded);
    const state = states.get(`${company}|${loaded.id}`) ?? stateOn(world.today(), loaded);
    const sheets = withSheets.has(state) ? sheetsOf(company, loaded, state) : [];
    const nominal = sharesOfAll(loaded.lines).reduce((sum, { amount }) => sum + amount, 0);
    return {
      ...loaded,
      state,
      workers: workersOf(loaded.lines),
      dueDay: due,
      declaredDay: withSheets.has(state) ? declared : null,
      paidDay: state === "pagada" ? paid : null,
      sheets,
      total: sheets.length > 0 ? sheets.reduce((sum, { total }) => sum + total, 0) : nominal,
    };
  }

  function sheetsOf(company: string, loaded: LoadedPayroll, state: PayrollState): Sheet[] {
    const isPaidLate = loaded.isLate && state === "pagada";
    return sharesOfAll(loaded.lines).map(({ type, code, amount: nominal }, index) => {
      const cost = (name: keyof typeof lateCosts) =>
        isPaidLate ? part(nominal, lateCosts[name]) : 0;
      const costs = {
        adjustments: cost("adjustments"),
        interest: cost("interest"),
        surcharges: cost("surcharges"),
        ...changes.get([company, loaded.id, type, code].join("|")),
      };
      const { adjustments, interest, surcharges } = costs;
      return {
        type,
        code,
        folio: Number(loaded.id) * 100 + index + 1,
        workers: workersOf(loaded.lines.filter((line) => paysTo(line, type, code))),
        nominal,
        ...costs,
        total: nominal + adjustments + interest + surcharges,
      };
    });
  }

  function find(company: string, id: string): Payroll | undefined {
    const current = world.today().slice(0, 7);
    for (let index = 0; index < monthsBack; index += 1) {
      const found = payrolls(company, movePeriod(current, -index)).find((one) => one.id === id);
      if (found) return found;
    }
    return undefined;
  }

  return {
    payrolls,
    find,
    load(company, period, { kind, name, workers, state }) {
      const before = added.get(company) ?? [];
      const place = addedStride * (before.length + 1);
      const one = payroll(company, {
        kind,
        name,
        workers,
        period,
        place,
        branch: "001",
        isLate: false,
      });
      added.set(company, [...before, one]);
      states.set(`${company}|${one.id}`, state);
      return asOfNow(company, one);
    },
    setState: (company, id, state) => void states.set(`${company}|${id}`, state),
    changeSheet(company, id, { type, code }, change) {
      const key = [company, id, type, code].join("|");
      changes.set(key, { ...changes.get(key), ...change });
    },
  };
}

function workersOf(lines: readonly PayrollLine[]): number {
  return new Set(lines.map(({ rut }) => rut)).size;
}

function paysTo(line: PayrollLine, type: string, code: string): boolean {
  return sharesOf(line).some((share) => share.type === type && share.code === code);
}

/** Loaded on the 3rd of the next month; declared, and due on the 13th if paid electronically. */
function daysOf({ period, isLate }: LoadedPayroll) {
  const next = movePeriod(period, 1);
  return {
    loaded: dayOf(next, 3),
    declared: dayOf(next, isLate ? 10 : 9),
    due: dayOf(next, 13),
    paid: isLate ? dayOf(movePeriod(period, 2), 20) : dayOf(next, 12),
  };
}

function stateOn(today: string, loaded: LoadedPayroll): PayrollState {
  const { declared, paid } = daysOf(loaded);
  if (today < declared) return "cargada";
  if (today >= paid) return "pagada";
  return loaded.isLate ? "declarada_no_pagada" : "declarada";
}
