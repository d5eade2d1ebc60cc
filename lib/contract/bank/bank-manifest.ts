import type { Alcance, Manifest } from "../tool/connector.ts";

/** The modules that every bank has. */
const everyBanks = {
  saldos: { id: "saldos", label: "Saldos", currentPeriodOnly: true },
  movimientos: { id: "movimientos", label: "Movimientos", currentPeriodOnly: false },
} as const satisfies Record<string, Alcance>;

type BankAlcance = keyof typeof everyBanks | Alcance;

/** What a bank is, as data: `banco_x` is Banco X, where a person logs in for a company. */
export function bankManifest(
  id: `banco_${string}`,
  alcances: readonly BankAlcance[],
  /** How the link page asks for the password. */
  clave = "Clave de acceso",
): Manifest {
  return {
    id,
    name: `Banco ${id.slice("banco_".length).toUpperCase()}`,
    kind: "bank",
    needsConnection: true,
    singleSession: true,
    alcances: alcances.map((alcance) =>
      typeof alcance === "string" ? everyBanks[alcance] : alcance,
    ),
    credentialFields: [
      { name: "rut", label: "RUT de la persona que ingresa", secret: false, input: "rut" },
      { name: "clave", label: clave, secret: true, input: "password" },
      { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
    ],
  };
}
