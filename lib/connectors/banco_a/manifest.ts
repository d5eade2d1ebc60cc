import { bankManifest } from "#lib/contract/index.ts";

export const manifest = bankManifest("banco_a", ["saldos", "movimientos"]);
