/** A connection's background syncs. Putting the same schedule twice changes nothing. */
export interface Schedule {
  connectionId: string;
  organizationId: string;
  everyMinutes: number;
  firstAt: Date;
}

export interface Schedules {
  /** Registers it, or changes what is registered; one that was paused runs again. */
  put(schedule: Schedule): Promise<void>;
  /** Stays registered and fires no more until it is put again. Unknown ones are left alone. */
  pause(schedule: Omit<Schedule, "firstAt">): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

/** What a schedule sends to the sync worker's queue when it fires. */
export interface ScheduleMessage {
  connectionId: string;
}
