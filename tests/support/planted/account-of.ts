import { accountsOf, accountsTool, type Cuenta } from "#lib/contract/bank/index.ts";
import { rowOf } from "./row-of.ts";

const accounts = accountsTool(accountsOf("banco_a"), {
  numeroCuenta: "70012345678",
  tipo: "Corriente",
});

/** An account as every bank's syncs store it. */
export const accountOf = (numeroCuenta: string): Cuenta => rowOf(accounts, { numeroCuenta });
