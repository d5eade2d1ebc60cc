import type { Mutation } from "./mutation.ts";

/** Guards of how complete a reading is, and of what an answer from stored rows claims. */
export const readingMutations: readonly Mutation[] = [
  {
    group: "coverage",
    breaks: "an account that nobody knows has no movements, and that is complete",
    file: "lib/contract/check-account.ts",
    changes: [["known.length === 0 || known.includes(account)", "known.length >= 0"]],
    tests: ["tests/contract/filters.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a payroll of which lines are missing is complete",
    file: "lib/contract/cobertura-of-lines.ts",
    changes: [["header.stored === header.expected", "header.stored <= header.expected"]],
    tests: ["tests/contract/filters.test.ts"],
  },
  {
    group: "coverage",
    breaks: "accounts are complete by a reading that told of none",
    file: "lib/contract/run-read.ts",
    changes: [["broughtAlong(found.coverage)", "found.coverage"]],
    tests: ["tests/contract/coverage.test.ts"],
  },
  {
    group: "rows",
    breaks: "a later row of a document takes the place of another movement of it",
    file: "lib/connectors/banco_d/parse/movements-of.ts",
    changes: [["return by === inUnits(signedOf(row)) - inUnits(signedOf(last));", "return true;"]],
    tests: ["lib/connectors/banco_d/parse/movements-of.test.ts"],
  },
  {
    group: "rows",
    breaks: "two movements without a number are one",
    file: "lib/connectors/banco_d/parse/movements-of.ts",
    changes: [
      ["numeroDocumento === null || /^0*$/.test(numeroDocumento)", "numeroDocumento === null"],
    ],
    tests: ["lib/connectors/banco_d/parse/movements-of.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a list that the portal cuts is to be synced for ever",
    file: "lib/contract/coverage-entry.ts",
    changes: [
      [
        '    case "cut":\n      return daysHaveCome;\n    case "missed":',
        '      return daysHaveCome;\n    case "cut":\n    case "missed":',
      ],
    ],
    tests: ["tests/contract/coverage.test.ts", "lib/contract/cobertura.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a month that the portal does not offer any more hides that it was read whole",
    file: "lib/sync/store-reading.ts",
    changes: [
      ["        and not (${isWithheld(outcome, reading)} and ${readToItsEnd(row.periodo)})`", "`"],
    ],
    tests: ["tests/contract/coverage.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a month is whole without an account that the login no longer shows",
    file: "lib/sync/store-reading.ts",
    changes: [['if (Object.values(lost).includes("unlisted")) return false;', ""]],
    tests: ["tests/contract/coverage.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a login is asked for what the portal does not show to its kind",
    file: "lib/contract/sync-access.ts",
    changes: [["servedBy?.some((kind) => kind === acceso) === false", "servedBy?.length === 0"]],
    tests: ["lib/contract/sync-access.test.ts"],
  },
  {
    group: "coverage",
    breaks: "rows that move between two pages are doubled or lost, and their month is whole",
    file: "lib/contract/bank/balances-meet.ts",
    changes: [["reached === null || told === null || reached === told", "true"]],
    tests: [
      "lib/connectors/banco_b/driver/read-movements.test.ts",
      "lib/connectors/banco_d/driver/read-month.test.ts",
      "lib/connectors/banco_e/driver/read-month.test.ts",
      "lib/connectors/banco_f/driver/read-month.test.ts",
    ],
  },
  {
    group: "refusals",
    breaks: "any alert after a fee receipt was sent is a rejection",
    file: "lib/connectors/tributario/driver/fee-send-answer.ts",
    changes: [["(refusals.get(text) ?? null)", "[...refusals.values()][0] ?? null"]],
    tests: ["lib/connectors/tributario/driver/fee-send-answer.test.ts"],
  },
  {
    group: "proof",
    breaks: "the paper of a fee receipt is another receiver's",
    file: "lib/connectors/tributario/parse/fee-paper.ts",
    changes: [["    receiver === expected.rutReceptor &&\n", ""]],
    tests: ["lib/connectors/tributario/parse/fee-paper.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a month of fee receipts that the year's summary contradicts is whole",
    file: "lib/connectors/tributario/parse/fee-year.ts",
    changes: [["return !sums.includes(false);", "return sums.length > 0;"]],
    tests: ["lib/connectors/tributario/parse/fee-year.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a month that closes in the next one is whole once its own last day is over",
    file: "lib/contract/coverage-entry.ts",
    changes: [["? last : addDays(last, closingDay);", "? last : last;"]],
    tests: ["lib/contract/cobertura-closing.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a payroll whose lines do not make its sheets counts as whole",
    file: "lib/connectors/previsional/parse/proof.ts",
    changes: [["!sumsMeet || strays || diferencias.length > 0", "!sumsMeet || strays"]],
    tests: ["lib/connectors/previsional/parse/proof.test.ts"],
  },
  {
    group: "coverage",
    breaks: "a line of the pension file that does not parse is dropped in silence",
    file: "lib/connectors/previsional/parse/export-file.ts",
    changes: [["Math.max(lines.length, payroll.numLineas) - rows.length", "0"]],
    tests: ["lib/connectors/previsional/parse/answers.test.ts"],
  },
];
