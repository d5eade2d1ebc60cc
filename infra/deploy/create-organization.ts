import { parseArgs } from "node:util";
import { withSecretFiles } from "#infra/server/secret-files.ts";
import { lazyConnectors } from "#lib/connectors/lazy-connectors.ts";
import { openDatabase } from "#lib/db/client.ts";
import { actors } from "#lib/db/actors.ts";
import { createApiKey, createOrganization, NewOrganization } from "#lib/identity/index.ts";
import { inviteFirstOwner, MailAddress } from "#lib/identity/people/index.ts";
import { systemClock } from "#lib/kernel/clock.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { createLog } from "#lib/kernel/log.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";

const secrets = ["API_KEY_SECRETS"] as const;
// A stage's organizations are made by the stage's operator: with the stage's own two secrets.
const { values } = parseArgs({
  options: {
    name: { type: "string" },
    plan: { type: "string", default: "free" },
    scopes: { type: "string" },
    owner: { type: "string" },
  },
});
const environment = withSecretFiles(process.env);
const config = parseConfig(["WORKER_DATABASE_URL", ...secrets, "SERVICE_SECRET"], environment);
// Asked for before anything is made: a link that cannot be told would be an organization of nobody.
const owner = values.owner === undefined ? null : invitationOf(values.owner);
const systems = lazyConnectors.map(({ manifest }) => manifest.id);
const scopes = scopesOf(values.scopes);
const { name, plan } = values;
const input = NewOrganization.parse({ name, plan, connectors: systems });

const write = (line: string) => process.stderr.write(`${line}\n`);
const log = createLog({ level: "warn", write, now: () => systemClock.now() });
const db = await openDatabase({ url: config.WORKER_DATABASE_URL, max: 1, log });
try {
  const ctx = { db, log, clock: systemClock, secret: new ServiceSecret(config, secrets) };
  const { id: organizationId } = await createOrganization(ctx, input);
  const { key: apiKey } = await createApiKey(ctx, { organizationId, name: "First key", scopes });
  const invitation = owner === null ? {} : { invitationUrl: await invite(organizationId, owner) };
  process.stdout.write(`${JSON.stringify({ organizationId, apiKey, ...invitation })}\n`);
} finally {
  await db.close();
}

function invitationOf(mail: string) {
  const { BASE_URL: baseUrl, ...rest } = parseConfig(
    ["BASE_URL", "FORM_SECRETS", "SERVICE_SECRET"],
    environment,
  );
  return {
    mail: MailAddress.parse(mail),
    baseUrl,
    secret: new ServiceSecret(rest, ["FORM_SECRETS"]),
  };
}

/** The operator hands the link over: it opens to the owner of the mail alone, for a week. */
async function invite(
  id: string,
  { mail, ...given }: NonNullable<ReturnType<typeof invitationOf>>,
): Promise<string> {
  const actor = actors.operator("create-organization");
  const system = {
    db,
    log,
    clock: systemClock,
    organization: { id },
    actor,
    requestId: "operator",
  };
  return (await inviteFirstOwner({ ...system, ...given }, mail)).url;
}

/** The first key only reads, unless it is told by name what else it may do. */
function scopesOf(asked: string | undefined): string[] {
  const known = [...systems, "webhooks"].flatMap((id) => [`${id}:read`, `${id}:write`]);
  if (asked === undefined) return known.filter((scope) => scope.endsWith(":read"));
  const scopes = asked.split(",").map((scope) => scope.trim());
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length === 0) return scopes;
  throw new TypeError(`no such scope: ${unknown.join(", ")}. There are: ${known.join(", ")}`);
}
