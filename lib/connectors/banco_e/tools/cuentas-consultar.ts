import { accountsTool } from "#lib/contract/bank/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = accountsTool("banco_e", cuentas, {
  numeroCuenta: "24012345678",
  tipo: "Cta. Cte. Empresa",
});
