/** A wake-up. The row in Postgres is the truth: lost, doubled or late, it changes only a delay. */
export interface JobMessage {
  jobId: string;
}

export interface Queue {
  /** Passes when the queue answers and is there; throws `service_unavailable` when not. */
  check(): Promise<void>;
  send(message: JobMessage, options: { group: string; delaySeconds?: number }): Promise<void>;
}
