/** Wakes a worker. The job is its row: a message that is lost, doubled or late costs time alone. */
export interface JobMessage {
  jobId: string;
}

export interface Queue {
  /** Passes when the queue answers and is there; throws `service_unavailable` when not. */
  check(): Promise<void>;
  send(message: JobMessage, options: { group: string; delaySeconds?: number }): Promise<void>;
}
