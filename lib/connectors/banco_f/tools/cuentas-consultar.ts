import { accountsTool } from "#lib/contract/bank/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = accountsTool("banco_f", cuentas, {
  numeroCuenta: "90012345678",
  tipo: "CTA CORRIENTE MN",
});
