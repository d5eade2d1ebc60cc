import type {
  Company,
  DriverOptions,
  LoginFailure,
  LoginHooks,
  LoginOutcome,
  PortalDriver,
} from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { Evidence } from "./evidence.ts";
import type { OnJobEnded } from "./job-end.ts";

/** What running a job needs, built once by the worker's entry point. */
export interface WorkerContext extends SystemContext {
  /** Begins the names of its log lines, measures and crash points. */
  worker: "sync" | "emission";
  vault: Vault;
  /** Opens what its jobs log in with: the vault of a worker may not. */
  broker: CredentialBroker;
  /** Tells one login from another in the ledger of logins. */
  secret: ServiceSecret;
  /** Where its jobs wait. */
  queue: Queue;
  openPortal: OpenPortal;
  onJobEnded: OnJobEnded;
}

/** Brings the browser and the driver together: only the workers have one. */
export type OpenPortal = (
  connector: string,
  options: Omit<DriverOptions, "baseUrl" | "client"> & { signal: AbortSignal },
) => Promise<OpenedPortal>;

/** A portal that is open for one job: its driver, and everything that has to be closed. */
export interface OpenedPortal {
  driver: PortalDriver;
  /** What the portal shows now, redacted; null when there is nothing to look at. */
  evidence(): Promise<Evidence | null>;
  /** Ends the browser and every process of it. Never throws. */
  close(): Promise<void>;
}

/** Whose credential a job uses: a connection's own, or what a person just typed at a link. */
export interface JobSubject {
  /** The company that the login must open; null when the link does not know it yet. */
  companyRut: string | null;
  loginIdentity: Buffer;
  /** By what the credential's secret is kept; null where nothing is kept of it yet. */
  secretHash: Buffer | null;
  /** The credential in the clear exists only while `use` runs. */
  withFields<T>(use: (fields: Readonly<Record<string, string>>) => Promise<T>): Promise<T>;
  /** Of what is kept already: new tokens in place of those that end. */
  renewed?: NonNullable<LoginHooks["renewed"]>;
  /** What the login was given; throws when that is less than was asked for. */
  entered?(outcome: Extract<LoginOutcome, { kind: "ok" }>): void;
  /** The login worked. Part of the job's last transaction. */
  proven(tx: InTransaction<SystemContext>, company: Company): Promise<void>;
  /** The login did not open the company, or something else came between. */
  failed(
    tx: InTransaction<SystemContext>,
    reason: LoginFailure | "login_closed" | ErrorCode,
  ): Promise<void>;
}
