/** A month that changes during every reading is incomplete, and left to the next sync. */
const mostReadings = 3;

interface Steady {
  incompletos: number;
  completo: boolean;
  /** The portal shows no more of it, however often it is asked. */
  cut?: boolean;
}

/** The rows of one account and month, oldest first. */
export interface AccountMonth<Row> extends Steady {
  rows: readonly Row[];
}

/**
 * Reads a month, and reads it again if its rows changed meanwhile. Reading again does not help
 * against other gaps: unreadable rows, or a list that the portal cuts.
 */
export async function readSteady<Month extends Steady | null>(
  read: () => Promise<Month>,
): Promise<Month> {
  for (let reading = 1; ; reading += 1) {
    const month = await read();
    const moved =
      month !== null && !month.completo && month.incompletos === 0 && month.cut !== true;
    if (!moved || reading === mostReadings) return month;
  }
}
