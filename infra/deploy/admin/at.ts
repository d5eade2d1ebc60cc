import { actors } from "#lib/db/actors.ts";
import type { Context, SystemContext } from "#lib/db/context.ts";
import { parseConfig } from "#lib/kernel/config.ts";
import { ServiceSecret } from "#lib/kernel/secrets.ts";
import { createVault, type Vault } from "#lib/vault/index.ts";
import { dataKeys } from "#infra/server/data-keys.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Asked {
  operator: string;
  requestId: string;
  /** The owner of the thing that the call names first. */
  organization: string | null;
  environment: Environment;
}

/** Where a command works: in the database as its change sees it, with the settings it needs. */
export class At {
  readonly system: SystemContext;
  readonly environment: Environment;
  readonly #asked: Asked;

  constructor(system: SystemContext, asked: Asked) {
    this.system = system;
    this.environment = asked.environment;
    this.#asked = asked;
  }

  /** Acts as an owner of the organization that the call is about. */
  get own(): Context {
    const { organization } = this.#asked;
    if (organization === null) throw new TypeError("the call names nobody's thing");
    return this.of(organization);
  }

  of(id: string): Context {
    const { operator, requestId } = this.#asked;
    return { ...this.system, organization: { id }, actor: actors.operator(operator), requestId };
  }

  /** Hashes keys. */
  get keySecret(): ServiceSecret {
    const config = parseConfig(["API_KEY_SECRETS", "SERVICE_SECRET"], this.environment);
    return new ServiceSecret(config, ["API_KEY_SECRETS"]);
  }

  /** Makes an invitation's link. */
  get invitations(): { secret: ServiceSecret; baseUrl: string } {
    const names = ["BASE_URL", "FORM_SECRETS", "SERVICE_SECRET"] as const;
    const { BASE_URL: baseUrl, ...rest } = parseConfig(names, this.environment);
    return { secret: new ServiceSecret(rest, ["FORM_SECRETS"]), baseUrl };
  }

  get vault(): Vault {
    return createVault(dataKeys(this.environment), this.system.clock);
  }
}
