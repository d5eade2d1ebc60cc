import type { Payroll } from "./book.ts";
import { accidentInsurer, familyFund } from "./institutions.ts";
import type { PayrollLine } from "./line.ts";

const columns = 105;

/** A payroll's file: one line per row, no header, Latin-1 with CRLF; a later version has one more column. */
export function exportFile({ lines, period }: Payroll, version: number): Buffer {
  const rows = lines.map((one) => [...fieldsOf(one, period), ...(version > 100 ? ["0"] : [])]);
  return Buffer.from(rows.map((fields) => `${fields.join(";")}\r\n`).join(""), "latin1");
}

/** Numbers without separators, periods as MMAAAA, days as DD-MM-AAAA; missing values are 0 or empty. */
function fieldsOf(line: PayrollLine, period: string): string[] {
  const [number = "", digit = ""] = line.rut.split("-");
  const [first, second] = line.surnames;
  const month = `${period.slice(5)}${period.slice(0, 4)}`;
  const { movement } = line;
  const placed: Readonly<Record<number, string | number>> = {
    1: number,
    2: digit,
    3: first,
    4: second,
    5: line.givenNames,
    6: "M",
    7: 0,
    8: 1,
    9: month,
    10: month,
    11: "AFP",
    12: 0,
    13: line.days,
    14: line.type,
    15: movement.code,
    16: printed(movement.from),
    17: printed(movement.to),
    18: "D",
    26: line.fundCode,
    27: line.base,
    28: line.pension,
    29: line.disability,
    30: line.secondAccount,
    ...(line.voluntarySaving > 0
      ? {
          40: line.fundCode,
          41: "1",
          42: 1,
          43: line.voluntarySaving,
        }
      : {}),
    75: line.healthCode,
    77: line.base,
    80: line.health,
    81: line.healthExtra,
    83: familyFund.code,
    84: line.familyFund > 0 ? line.base : 0,
    90: line.familyFund,
    92: line.incomeBefore,
    93: line.partTimeHours,
    94: line.lifeExpectancy,
    95: line.protectedReturn,
    96: accidentInsurer.code,
    97: line.base,
    98: line.accident,
    99: 0,
    100: line.unemploymentBase,
    101: line.unemploymentWorker,
    102: line.unemploymentEmployer,
  };
  return Array.from({ length: columns }, (_, index) =>
    String(placed[index + 1] ?? emptyIn(index + 1)),
  );
}

const texts = new Set([18, 36, 37, 41, 76, 103, 104, 105]);

function emptyIn(place: number): string {
  return texts.has(place) ? "" : "0";
}

function printed(day: string | null): string {
  return day === null ? "" : day.split("-").toReversed().join("-");
}
