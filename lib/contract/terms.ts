/** The numbers and words of the contract that schemas hold callers to, and that guides name. */

/** Rows of a page. */
export const maxPageSize = 500;
export const usualPageSize = 100;

export const maxBodyBytes = 256 * 1024;

/** Months before the current one that can be synced. */
export const syncedMonths = 24;

/** How long a call of `conexion.sincronizar` can wait for its job. */
export const longestWaitSeconds = 25;

/** How long the answer to a key is given again. */
export const keptAnswerDays = 30;

/** How long what ended is kept: jobs, events and their deliveries, links, answers' keys. */
export const keptDays = 90;

/** How long it is kept that something was done which cannot be undone. */
export const ledgerYears = 6;

/** How long a backup is kept, and with it what has gone since. */
export const backupDays = 35;

/** The life of a link. */
export const linkMinutes = { least: 5, usual: 24 * 60, most: 7 * 24 * 60 } as const;

/** How a login enters: as the company itself, or as a person who acts for it. */
export type Acceso = "empresa" | "representante";

/** For how many months at most a person's permission is asked, where it is asked until a day. */
export const accessMonths = 12;
