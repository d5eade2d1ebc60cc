import { z } from "zod";
import { createSwitches, type Switches } from "../../system/switches.ts";

const Values = z.strictObject({
  searchLagSeconds: z.int().min(0).max(86_400),
  usedDraft: z.literal([404, 400]),
  refreshGraceSeconds: z.int().min(0).max(86_400),
});
type Values = z.infer<typeof Values>;

export type CorreoSwitches = Switches<Values>;

export function correoSwitches(): CorreoSwitches {
  return createSwitches<Values>(
    Values,
    { searchLagSeconds: 30, usedDraft: 404, refreshGraceSeconds: 60 },
    {
      searchLagSeconds: "0 to 86400: how young a message is that no search finds yet",
      usedDraft: "404 or 400: the answer about a draft that was sent or deleted",
      refreshGraceSeconds:
        "0 to 86400: how long a refresh token that was just used is answered as before, and not as stolen",
    },
  );
}
