import { mainCompany } from "../../generator/companies.ts";
import { dayOf, daysIn, moveDay, santiagoInstant } from "../../generator/calendar.ts";
import { randomFor, type Random } from "../../generator/random.ts";

type BatchKind = "REM" | "PRO" | "OTR";

/** A payroll batch without its lines. */
export interface Batch {
  id: string;
  name: string | null;
  kind: BatchKind;
  day: string;
  at: Date;
  payDay: string;
  lines: number;
  annulled: boolean;
}

/** Lines of the main company's monthly payroll. A page of a batch has 200. Repeated in README.md. */
const payrollLines: Record<string, number> = {
  "01": 1250,
  "02": 200,
  "03": 1430,
  "04": 1000,
  "05": 1201,
  "06": 999,
  "07": 1250,
  "08": 400,
  "09": 2300,
  "10": 350,
  "11": 1180,
  "12": 1850,
};

/** Every batch of one month, oldest first. Other companies pay few people, and nobody in February. */
export function plannedBatches(rut: string, period: string): Batch[] {
  const random = randomFor("banco_b", rut, period, "batches");
  const month = period.slice(5);
  const isMain = rut === mainCompany;
  if (!isMain && month === "02") return [];
  const payroll = isMain ? (payrollLines[month] ?? 0) : random.between(3, 40);
  const suppliers = Array.from({ length: random.between(2, 3) }, (_, index) =>
    batch(random, {
      name: index === 0 ? "Proveedores Ñuble & Cía." : null,
      kind: "PRO",
      day: dayOf(period, 3 + index * 5),
      lines: random.between(2, 60),
      annulled: index === 1 && Number(month) % 2 === 1,
    }),
  );
  return [
    ...suppliers,
    batch(random, {
      name: `Remuneraciones ${month}/${period.slice(0, 4)}`,
      kind: "REM",
      day: dayOf(period, 18),
      lines: payroll,
    }),
    ...(month === "12" && isMain
      ? [batch(random, { name: "Aguinaldo", kind: "OTR", day: dayOf(period, 20), lines: 1100 })]
      : []),
    // One line, on the last evening, which in UTC is already the next month.
    batch(random, {
      name: "Anticipo",
      kind: "OTR",
      day: dayOf(period, daysIn(period)),
      time: "23:45:00",
      lines: 1,
    }),
  ];
}

interface Planned extends Pick<Batch, "name" | "kind" | "day" | "lines"> {
  time?: string;
  annulled?: boolean;
}

function batch(random: Random, { time, annulled = false, ...planned }: Planned): Batch {
  const at = santiagoInstant(planned.day, time ?? "11:20:00");
  return { ...planned, id: random.digits(9), at, payDay: moveDay(planned.day, 2), annulled };
}
