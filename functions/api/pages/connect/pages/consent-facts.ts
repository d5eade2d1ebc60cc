import { type Fecha, lastDayBefore } from "#lib/chile/index.ts";
import type { LinkFacts } from "#lib/links/index.ts";
import { backgroundLogins, type BackgroundLogins } from "#lib/schedules/index.ts";
import type { Responsible } from "../../../route-deps.ts";

/** The consequences for a person who continues, each taken from the code that decides it. */
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
  /** A login may wait for the person's approval on a device. */
  approval: boolean;
  /** The last day on which the credential is used; null: until the person ends it. */
  accessUntil: Fecha | null;
  /** A permission given in the account's own system, instead of a password. */
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
    approval: system.approval ?? false,
    accessUntil: link.accessUntil && lastDayBefore(link.accessUntil),
    byPermission: system.autorizacion !== undefined,
  };
}
