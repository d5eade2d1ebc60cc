import * as z from "zod";
import { parseConfig } from "#lib/kernel/config.ts";
import { idPattern } from "#lib/kernel/ids.ts";
import { brokerOver } from "#lib/links/index.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import { createVault } from "#lib/vault/index.ts";
import { flushing } from "../edge/flushing.ts";
import { openSystem, systemSettings } from "../edge/system.ts";

const config = parseConfig([...systemSettings, "KMS_KEY_ID"], process.env);
const system = await openSystem(config, "broker");
const vault = createVault(createKmsKeys({ keyId: config.KMS_KEY_ID }), system.clock);
const broker = brokerOver({ ...system, vault });

const Asked = z.strictObject({
  jobId: z.string().regex(idPattern("sjb")),
  token: z.number().int().positive(),
});

/** Called by the workers: their browsers show untrusted pages, so they cannot open anything themselves. */
export const handler = flushing(system.log, async (event: unknown) => {
  const { jobId, token } = Asked.parse(event);
  const fields = await broker.open({ id: jobId, token });
  // Each request is logged, so that a worker that asks for too much is noticed.
  if (fields === null) system.log.warn("credentials.not_opened", { job: jobId, token });
  else system.log.info("credentials.opened", { job: jobId, token });
  return { fields };
});
