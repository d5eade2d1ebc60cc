import type { TestApi } from "#tests/support/scenes/api.ts";

/** What is to come to rest: one connection, and all that is done about it. */
export interface Unsettled {
  lane: { api: TestApi; advance(seconds: number): void };
  connection: string;
  housekeeping(): Promise<void>;
  deliverAll(): Promise<void>;
}

const openOnes = `
  select (select count(*) from sync_jobs j join connections c on c.id = j.connection_id
      where c.id = $1 and j.status in ('queued', 'running'))::int
    + (select count(*) from operations
      where connection_id = $1 and state in ('queued', 'running', 'crossed'))::int as open`;
const unknownOnes =
  "select id from operations where connection_id = $1 and state = 'unknown' order by id";

const mostRounds = 40;
/** How long a login stays closed after two workers died without recording its outcome. */
const longestPauseSeconds = 24 * 3_600 + 60;

/**
 * Nothing more goes wrong. Time passes and housekeeping comes by until no job is open and no
 * emission under way; then as long as it takes for what is unknown to be looked at once more.
 */
export async function settle(history: Unsettled): Promise<void> {
  await untilNothingIsOpen(history);
  if ((await unknownIn(history)).length === 0) return;
  history.lane.advance(longestPauseSeconds);
  await untilNothingIsOpen(history);
}

async function untilNothingIsOpen(history: Unsettled): Promise<void> {
  const { lane, connection } = history;
  for (let round = 0; round < mostRounds; round += 1) {
    await history.housekeeping();
    await history.deliverAll();
    const [row] = await lane.api.database.owner(openOnes, [connection]);
    if (row?.["open"] === 0) return;
    // Past a lease, and now and then past a session that was left open.
    lane.advance(round % 3 === 2 ? 661 : 61);
  }
  throw new Error("it never comes to rest");
}

export async function unknownIn({ lane, connection }: Unsettled): Promise<string[]> {
  const rows = await lane.api.database.owner(unknownOnes, [connection]);
  return rows.map(({ id }) => String(id));
}
