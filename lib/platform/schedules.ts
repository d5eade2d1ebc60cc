/** A connection's background syncs. Putting the same schedule twice changes nothing. */
export interface Schedule {
  connectionId: string;
  organizationId: string;
  everyMinutes: number;
  firstAt: Date;
}

export interface Schedules {
  put(schedule: Schedule): Promise<void>;
  remove(connectionId: string): Promise<void>;
}
