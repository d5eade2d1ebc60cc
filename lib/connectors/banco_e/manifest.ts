import { bankManifest } from "#lib/contract/index.ts";

export const manifest = bankManifest("banco_e", ["saldos", "movimientos"]);
