import { accountsTool } from "#lib/contract/bank/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = accountsTool("banco_d", cuentas, {
  numeroCuenta: "34946893947",
  tipo: "CTA.CTE.",
});
