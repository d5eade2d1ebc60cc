import { type Fecha, lastDayBefore } from "#lib/chile/index.ts";
import type { LinkFacts } from "#lib/links/index.ts";
import { backgroundLogins, type BackgroundLogins } from "#lib/schedules/index.ts";
import type { Responsible } from "../../route-deps.ts";

/** What follows for a person who goes on, each from where it is decided. */
export interface ConsentFacts {
  organization: string;
  responsible: Responsible;
  system: string;
  reads: string[];
  /** Documents in the company's name can be issued. */
  issues: boolean;
  acts: string[];
  logins: BackgroundLogins;
  singleSession: boolean;
  /** The last day on which what is handed over is used; null: until the person cuts it. */
  accessUntil: Fecha | null;
  /** A permission of the account's own system, in place of a password. */
  byPermission: boolean;
}

export function consentFacts(link: LinkFacts, responsible: Responsible): ConsentFacts {
  const { system, plan, alcances } = link;
  const labels = (onlyActs: boolean): string[] =>
    alcances.filter((one) => one.onlyActs === onlyActs).map(({ label }) => label);
  return {
    organization: link.organizationName,
    responsible,
    system: system.name,
    reads: labels(false),
    issues: link.acts && system.autorizacion === undefined,
    acts: labels(true),
    logins: backgroundLogins(
      plan,
      system.alcances,
      alcances.map(({ id }) => id),
    ),
    singleSession: system.singleSession ?? false,
    accessUntil: link.accessUntil && lastDayBefore(link.accessUntil),
    byPermission: system.autorizacion !== undefined,
  };
}
