import { accountsTool } from "#lib/contract/bank/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = accountsTool("banco_b", cuentas, {
  numeroCuenta: "75197792669",
  tipo: "CUENTA CORRIENTE",
});
