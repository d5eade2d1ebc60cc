import type { InTransaction, SystemContext } from "#lib/db/context.ts";
import type { Company, LoginOutcome } from "#lib/contract/index.ts";

export type LoginFailure = Exclude<LoginOutcome, { kind: "ok" }>;

/** Whose credential a job uses: a connection's own, or what a person just typed at a link. */
export interface JobSubject {
  /** The company that the login must open; null when the link does not know it yet. */
  companyRut: string | null;
  /** The credential in the clear exists only while `use` runs. */
  withFields<T>(use: (fields: Readonly<Record<string, string>>) => Promise<T>): Promise<T>;
  /** The login worked. Part of the job's last transaction. */
  proven(tx: InTransaction<SystemContext>, company: Company): Promise<void>;
  /** The login was refused, and trying the same again would do harm. */
  refused(tx: InTransaction<SystemContext>, failure: LoginFailure["kind"]): Promise<void>;
  /** Anything else came between: nothing is known of the credential. */
  failed(tx: InTransaction<SystemContext>, code: string): Promise<void>;
}
