import type { Dataset, NewRecord } from "./dataset.ts";

/** Rows of one dataset, as a portal showed them. */
export interface ReadRows extends Pick<Dataset, "unseen"> {
  dataset: string;
  records: NewRecord[];
  /** Stored in addition to what the module is asked for, such as the accounts. */
  uncounted?: true;
  /** These are all that the period has, even if other rows of the reading are missing. */
  whole?: true;
  /** Milliseconds after the reading itself: a correction is newer than what it corrects. */
  readOrder?: number;
}

/** Rows, with their dataset's rule for those that are missing. */
export function readRows(
  { id, unseen }: Pick<Dataset, "id" | "unseen">,
  records: NewRecord[],
): ReadRows {
  return {
    dataset: id,
    records,
    ...(unseen !== undefined && { unseen }),
  };
}
