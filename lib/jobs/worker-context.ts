import type {
  Company,
  DriverOptions,
  LoginFailure,
  LoginHooks,
  LoginOutcome,
  OpenedPortal,
} from "#lib/contract/index.ts";
import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { ErrorCode } from "#lib/kernel/errors/index.ts";
import type { CredentialBroker } from "#lib/platform/credential-broker.ts";
import type { Queue } from "#lib/platform/queue.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { Vault } from "#lib/vault/index.ts";
import type { OnJobEnded } from "./job-end.ts";

/** What running a job needs, built once by the worker's entry point. */
export interface WorkerContext extends SystemContext {
  /** The prefix of its log lines, measurements and crash points. */
  worker: "sync" | "emission";
  vault: Vault;
  /** Opens its jobs' credentials, which a worker's own vault may not do. */
  broker: CredentialBroker;
  /** Distinguishes logins in the login ledger. */
  secret: ServiceSecret;
  /** The queue of its jobs. */
  queue: Queue;
  openPortal: OpenPortal;
  onJobEnded: OnJobEnded;
}

/** Connects the browser with the driver: only workers have one. */
export type OpenPortal = (
  connector: string,
  options: Omit<DriverOptions, "baseUrl" | "client"> & { signal: AbortSignal },
) => Promise<OpenedPortal>;

/** Whose credential a job uses: a connection's own, or what a person just typed at a link. */
export interface JobSubject {
  /** The company that the login must open; null when the link does not know it yet. */
  companyRut: string | null;
  loginIdentity: Buffer;
  /** The stored hash of the credential's secret; null where none is stored yet. */
  secretHash: Buffer | null;
  /** The decrypted credential exists only while `use` runs. */
  withFields<T>(use: (fields: Readonly<Record<string, string>>) => Promise<T>): Promise<T>;
  /** New tokens for those that expire; only for a stored credential. */
  renewed?: NonNullable<LoginHooks["renewed"]>;
  /** Checks what the login was given; throws when that is less than was asked for. */
  entered?(outcome: Extract<LoginOutcome, { kind: "ok" }>): void;
  /** The login worked. Part of the job's last transaction. */
  proven(tx: InTransaction<SystemContext>, company: Company): Promise<void>;
  /** The login did not open the company, or something else intervened. */
  failed(
    tx: InTransaction<SystemContext>,
    reason: LoginFailure | "login_closed" | ErrorCode,
  ): Promise<void>;
}
