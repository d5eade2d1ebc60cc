import type { Evidence } from "./evidence.ts";
import type { DriverOptions, PortalDriver } from "#lib/contract/index.ts";

/** A portal that is open for one job: its driver, and everything that has to be closed. */
export interface OpenedPortal {
  driver: PortalDriver;
  /** What the portal shows now, redacted; null when there is nothing to look at. */
  evidence(): Promise<Evidence | null>;
  /** Ends the browser and every process of it. Never throws. */
  close(): Promise<void>;
}

/** Brings the browser and the driver together: only the workers have one. */
export type OpenPortal = (
  connector: string,
  options: Omit<DriverOptions, "baseUrl"> & { signal: AbortSignal },
) => Promise<OpenedPortal>;
