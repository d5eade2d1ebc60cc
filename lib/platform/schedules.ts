/** A connection's background syncs. Putting the same schedule twice changes nothing. */
export interface Schedule {
  connectionId: string;
  organizationId: string;
  everyMinutes: number;
  firstAt: Date;
}

export interface Schedules {
  /** Registers it, or changes the registered one; a paused one runs again. */
  put(schedule: Schedule): Promise<void>;
  /** Stays registered and no longer fires until it is put again. Unknown ones are ignored. */
  pause(schedule: Omit<Schedule, "firstAt">): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

/** What a schedule sends to the sync worker's queue when it fires. */
export interface ScheduleMessage {
  connectionId: string;
}
