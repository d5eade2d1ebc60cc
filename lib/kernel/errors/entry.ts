/** What any error says of an emission that the other side refused when it was sent, with proof. */
export const refusedAtSend = "of what was refused at its sending `operacionId`, `reason`, `recibo`";

/** Who has to act before the same call can succeed. Drives log levels and alarms. */
export type ErrorOwner = "client" | "upstream" | "platform" | "config";

export interface ErrorEntry {
  status: number;
  /** True when repeating the very same call, later, can succeed. */
  retry: boolean;
  owner: ErrorOwner;
  message: string;
  /** An instruction that an agent can carry out. */
  fix: string;
  /** The same over MCP, where there are no paths and headers; absent when `fix` speaks of none. */
  fixOverMcp?: string;
  /** What `error.details` holds; absent when it is always null. */
  details?: string;
}
