import { expect, test } from "vitest";
import type { Manifest } from "../tool/connector.ts";
import { syncTool } from "./sync-tools.ts";

const manifest: Manifest = {
  id: "tributario",
  name: "Autoridad tributaria",
  kind: "tax_authority",
  needsConnection: true,
  alcances: [
    { id: "rcv", label: "RCV", currentPeriodOnly: false },
    {
      id: "honorarios",
      label: "Emitir boletas",
      currentPeriodOnly: false,
      syncable: false,
      servedBy: ["empresa"],
    },
  ],
  credentialFields: [],
};

test("a module that no sync reads cannot be named in one", () => {
  const { input, errors } = syncTool(manifest);
  const takes = (alcance: string) =>
    input.safeParse({ periodo: "2026-08", alcances: [alcance] }).success;
  expect([takes("rcv"), takes("honorarios")]).toEqual([true, false]);
  // Nobody is refused for a login that only such a module depends on.
  expect(errors).not.toContain("alcance_scheme_unsupported");
});

test("a system with only such modules has nothing to sync", () => {
  const alcances = manifest.alcances.filter(({ syncable }) => syncable === false);
  expect(alcances).toHaveLength(1);
  expect(() => syncTool({ ...manifest, alcances })).toThrow("nothing to sync");
});
