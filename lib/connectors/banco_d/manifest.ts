import { bankManifest } from "#lib/contract/index.ts";

export const manifest = bankManifest("banco_d", ["saldos", "movimientos"]);
