export { accountsTool } from "./accounts-tool.ts";
export { accountRows, accountsOf, Cuenta } from "./accounts.ts";
export {
  amountIn,
  inUnits,
  ledgerAmount,
  signedAmount,
  signedOf,
  type LedgerAmount,
} from "./amount.ts";
export { balancesMeet } from "./balances-meet.ts";
export { bankDriver, type Asked, type Entry } from "./bank-driver.ts";
export { onlyCompany, openedCompany, ownPage, placeOfCompany, wantedCompany } from "./companies.ts";
export { dailyBalancesOf, movementsOf, newestFirst } from "./datasets.ts";
export { defineBank } from "./define-bank.ts";
export { enterPortal, type EntryRefusal } from "./enter-portal.ts";
export {
  amountFields,
  balanceDayOf,
  balanceMonedaOf,
  balanceShape,
  exampleReadAt,
  Moneda,
  movementShape,
  movementType,
  NumeroCuenta,
  readAtField,
  Saldo,
} from "./fields.ts";
export {
  accountFilter,
  accountFilters,
  dayFilters,
  movementFilters,
  periodoFilter,
  whereRows,
} from "./filters.ts";
export { counter, fingerprint, rowIds, sortablePosition, type RowIds } from "./fingerprint.ts";
export { portalText } from "../driver/portal-text.ts";
export { parseMoneda } from "./moneda.ts";
export { notOffered, offersMonth } from "./offered-months.ts";
export { parseAnswer, parseJson, parseRow } from "./parse-answer.ts";
export { readSteady, type AccountMonth } from "./read-steady.ts";
export {
  accountBalances,
  balancesReading,
  eachAccount,
  listReading,
  monthRows,
  withAccounts,
  type Parsed,
} from "./readings.ts";
export { balancesTool, movementsTool } from "./row-tools.ts";
export { siteDriver, type Site, type SiteAsked } from "./site-driver.ts";
export {
  readable,
  rowsOf,
  textOrNull,
  unknownShape,
  type PrintedOption,
  type PrintedTable,
} from "./table.ts";
