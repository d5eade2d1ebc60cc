/**
 * Opens what a worker logs in with: of the job that it holds, while that job runs, and nothing else.
 * Where a taken-over browser could read what its function may do, the function may do no more.
 */
export interface CredentialBroker {
  /** Null when the job has ended, is in other hands, or has nothing to log in with any more. */
  open(job: { id: string; token: number }): Promise<Readonly<Record<string, string>> | null>;
}
