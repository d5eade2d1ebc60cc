import { parseArgs } from "node:util";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { openDatabase } from "#lib/db/client.ts";
import { createApiKey, createOrganization, NewOrganization } from "#lib/identity/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createLog } from "#lib/kernel/log.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";

// A stage's organizations are made by the stage's operator: with the stage's own two secrets.
const { values } = parseArgs({
  options: { name: { type: "string" }, plan: { type: "string", default: "free" } },
});
const { DATABASE_URL: url, SERVICE_SECRET } = parseConfig(
  ["DATABASE_URL", "SERVICE_SECRET"],
  process.env,
);
const manifests = lazyConnectors.map(({ manifest }) => manifest);
const input = NewOrganization.parse({ ...values, connectors: manifests.map(({ id }) => id) });

const write = (line: string) => process.stderr.write(`${line}\n`);
const log = createLog({ level: "warn", write, now: () => systemClock.now() });
const db = await openDatabase({ url, max: 1, log });
try {
  const ctx = { db, log, clock: systemClock, secret: new ServiceSecret(SERVICE_SECRET) };
  const { id: organizationId } = await createOrganization(ctx, input);
  const scopes = manifests.flatMap(({ id }) => [`${id}:read`, `${id}:write`]);
  const { key: apiKey } = await createApiKey(ctx, {
    organizationId,
    name: "First key",
    scopes: [...scopes, "webhooks:read", "webhooks:write"],
  });
  process.stdout.write(`${JSON.stringify({ organizationId, apiKey })}\n`);
} finally {
  await db.close();
}
