import type { Context } from "aws-lambda";
import { createEgress, createSystemResolver } from "#lib/egress/index.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createVault } from "#lib/vault/index.ts";
import type { DrainReport } from "#lib/webhooks/index.ts";
import { createDrain } from "./create-drain.ts";
import { flushing } from "../edge/flushing.ts";
import { openSystem, systemSettings } from "../edge/system.ts";

const config = parseConfig([...systemSettings, "KMS_KEY_ID"], process.env);
const system = await openSystem(config, "drain");
const drain = createDrain({
  ...system,
  vault: createVault(createKmsKeys({ keyId: config.KMS_KEY_ID }), system.clock),
  egress: createEgress({ resolver: createSystemResolver() }),
});

/** The schedule's event has nothing that is not in the database. */
export const handler = flushing(
  system.log,
  (_event: unknown, context: Context): Promise<DrainReport> =>
    drain(context.getRemainingTimeInMillis()),
);
