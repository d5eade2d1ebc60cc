import { openDatabase } from "#lib/db/client.ts";
import type { SystemContext } from "#lib/db/context.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import type { Settings } from "#lib/kernel/config.ts";
import { createLog } from "#lib/kernel/log.ts";
import { createKmsKeys } from "#lib/platform/kms-keys.ts";
import type { Keys } from "#lib/platform/keys.ts";

export const edgeSettings = [
  "DATABASE_POOL_MAX",
  "DATABASE_URL",
  "KMS_KEY_ID",
  "LOG_LEVEL",
] as const;

/** What every deployed function stands on, opened once by its module and used again when it thaws. */
export function openEdges(
  config: Settings<(typeof edgeSettings)[number]>,
): SystemContext & { keys: Keys } {
  const log = createLog({
    level: config.LOG_LEVEL,
    write: (line) => process.stdout.write(`${line}\n`),
    now: () => systemClock.now(),
  });
  return {
    clock: systemClock,
    log,
    keys: createKmsKeys({ keyId: config.KMS_KEY_ID }),
    db: openDatabase({ url: config.DATABASE_URL, max: config.DATABASE_POOL_MAX, log }),
  };
}
