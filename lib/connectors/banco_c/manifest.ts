import { bankManifest } from "#lib/contract/index.ts";

export const manifest = bankManifest(
  "banco_c",
  [
    "saldos",
    "movimientos",
    { id: "cartolas", label: "Cartolas", currentPeriodOnly: false },
    { id: "movimientos_tarjetas", label: "Movimientos de tarjetas", currentPeriodOnly: false },
  ],
  "Clave de acceso, de 8 dígitos",
);
