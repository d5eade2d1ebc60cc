import { z } from "zod";
import { createSwitches, type Switches } from "../../system/switches.ts";

const Values = z.strictObject({
  topeAnulacion: z.int().min(1).max(999_999_999_999),
  direcciones: z.int().min(1).max(3),
  carpetaMs: z.int().min(0).max(600_000),
});
type Values = z.infer<typeof Values>;

export type TributarioSwitches = Switches<Values>;

export function tributarioSwitches(): TributarioSwitches {
  return createSwitches(
    Values,
    { topeAnulacion: 100_000_000, direcciones: 1, carpetaMs: 1200 },
    {
      topeAnulacion: "pesos: fee receipts of more than this are not annulled on line",
      direcciones: "1 to 3: the addresses that an issuer of fee receipts may choose from",
      carpetaMs: "0 to 600000: how long a tax folder takes to be generated",
    },
  );
}
