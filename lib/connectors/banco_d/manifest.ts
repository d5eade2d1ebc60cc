import type { Manifest } from "#lib/contract/index.ts";

export const manifest: Manifest = {
  id: "banco_d",
  name: "Banco D",
  kind: "bank",
  needsConnection: true,
  alcances: [
    { id: "saldos", label: "Saldos", currentPeriodOnly: true },
    { id: "movimientos", label: "Movimientos", currentPeriodOnly: false },
  ],
  credentialFields: [
    { name: "rut", label: "RUT de la persona que ingresa", secret: false, input: "rut" },
    { name: "clave", label: "Clave de acceso", secret: true, input: "password" },
    { name: "empresa", label: "RUT de la empresa", secret: false, input: "rut" },
  ],
};
