/** What any error says about an emission that the other side provably refused when it was sent. */
export const refusedAtSend = "of what was refused at its sending `operacionId`, `reason`, `recibo`";

/** Who must act before the same call can succeed. Decides log levels and alarms. */
export type ErrorOwner = "client" | "upstream" | "platform" | "config";

export interface ErrorEntry {
  status: number;
  /** True when repeating the very same call later can succeed. */
  retry: boolean;
  owner: ErrorOwner;
  message: string;
  /** An instruction that an agent can follow. */
  fix: string;
  /** The same for MCP, which has no paths and headers; absent when `fix` mentions none. */
  fixOverMcp?: string;
  /** What `error.details` contains; absent when it is always null. */
  details?: string;
}
