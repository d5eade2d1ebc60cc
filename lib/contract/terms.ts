import type { IdPrefix } from "#lib/kernel/ids.ts";

/** Numbers and words of the contract that schemas enforce and guides mention. */

/** The most rows on a page. */
export const maxPageSize = 500;
export const usualPageSize = 100;

export const maxBodyBytes = 256 * 1024;

/** Months before the current one that can be synced. */
export const syncedMonths = 24;

/** How long a call can wait for its job: a sync, an emission, a login that is tried. */
export const longestWaitSeconds = 25;

/** How long the stored answer to a key is returned again. */
export const keptAnswerDays = 30;

/** How long finished things are kept: jobs, events and their deliveries, links, answers' keys. */
export const keptDays = 90;

/** How long the record of an act that cannot be undone is kept. */
export const ledgerYears = 6;

/** How long a backup is kept, with everything that has been deleted since. */
export const backupDays = 35;

/** The lifetime of a link. */
export const linkMinutes = { least: 5, usual: 24 * 60, most: 7 * 24 * 60 } as const;

/** How often the document of a tax folder is delivered in total. */
export const mostDownloads = 5;

/** How a login is made: as the company itself, or as a person who acts for it. */
export type Acceso = "empresa" | "representante";

/** The longest period, in months, for which a person's permission is asked. */
export const accessMonths = 12;

/** As published: an id with a letter that none of ours has is an unknown one, not a wrong shape. */
export function publishedIdPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-9a-z]{26}$`);
}
