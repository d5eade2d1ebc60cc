import * as z from "zod";
import { apiSettings } from "#functions/api/deps.ts";
import { portalSettings } from "#functions/lambda/portals.ts";
import { systemSettings } from "#functions/lambda/system.ts";
import { ConfigError, parseConfig } from "#lib/kernel/config.ts";

/** What a server needs beyond what the deployed functions are told. */
const Server = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  /** 32 bytes in base64: they wrap every data key, and nothing sealed opens without them. */
  MASTER_KEY: z.base64().length(44),
  /** Where the queue's protocol is spoken. */
  QUEUE_ENDPOINT: z.url({ protocol: /^https?$/ }),
});

export type ServeSettings = ReturnType<typeof parseServeSettings>;

export function parseServeSettings(environment: Record<string, string | undefined>) {
  const names = [...apiSettings, ...systemSettings, ...portalSettings] as const;
  const service = parseConfig([...names, "EMISSION_QUEUE_URL", "SYNC_QUEUE_URL"], environment);
  const server = Server.safeParse(environment);
  if (server.success) return { ...service, ...server.data };
  throw new ConfigError(
    server.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  );
}
