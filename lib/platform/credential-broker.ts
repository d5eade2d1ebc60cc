/**
 * Opens what a worker logs in with: only for the job that it holds, while that job runs. A
 * compromised browser might gain its function's permissions, so the function has few.
 */
export interface CredentialBroker {
  /**
   * Null when the job has ended, is held by another worker, or has nothing to log in with any more.
   */
  open(job: { id: string; token: number }): Promise<Readonly<Record<string, string>> | null>;
}
