import { accountsTool } from "#lib/contract/bank/index.ts";
import { cuentas } from "../store.ts";

export const cuentasConsultar = accountsTool("banco_c", cuentas, {
  numeroCuenta: "55012345678",
  tipo: "Cuenta Corriente",
});
