/** What moves at every reading is not whole, and left to the next sync. */
const mostReadings = 3;

interface Steady {
  incompletos: number;
  completo: boolean;
  /** The portal shows no more of it, however often it is asked. */
  cut?: boolean;
}

/** The rows of one account and month, the oldest first. */
export interface AccountMonth<Row> extends Steady {
  rows: readonly Row[];
}

/**
 * A month, read again where its rows moved while it was read. Asking again brings nothing that is
 * missing for another reason: rows that cannot be read, a list that the portal cuts.
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
