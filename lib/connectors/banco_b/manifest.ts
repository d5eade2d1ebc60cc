import { bankManifest } from "#lib/contract/index.ts";

export const manifest = bankManifest("banco_b", [
  { id: "transferencias", label: "Transferencias", currentPeriodOnly: false },
  { id: "nominas", label: "Nóminas", currentPeriodOnly: false },
  "saldos",
  "movimientos",
]);
