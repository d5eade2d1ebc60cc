import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { Prueba } from "./coverage-entry.ts";
import type { Emitter } from "./emission.ts";
import type { FeeReceipts } from "./fee-receipts.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Mailbox } from "./mailbox.ts";
import type { ReadRows } from "./read-rows.ts";
import type { TaxFolders } from "./tax-folders.ts";
import type { Acceso } from "./terms.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";

/** What a person handed over, by the names of the manifest's credential fields. */
export type Credential = Readonly<Record<string, string>>;

/** The company that a login opened, as the portal itself shows it. */
export interface Company {
  rut: string;
  razonSocial: string | null;
  /** How the login entered, where the portal shows less to some. */
  acceso?: Acceso;
  /** The types of document that this login may issue for it, when the portal was asked. */
  tiposDte?: number[];
  /** Where a company may have several accounts: which one this is. */
  cuenta?: string;
}

/** Refusals that another login would only meet again, and the word for each. */
export const refusalWords = {
  rejected: "clave_rechazada",
  blocked: "cuenta_bloqueada",
  /** The login works and does not operate the wanted company. */
  company_not_offered: "empresa_no_ofrecida",
} as const;
export type Refusal = keyof typeof refusalWords;

/** Every way for a login not to open the company. */
export type LoginFailure =
  | Refusal
  | "busy"
  | "approval_pending"
  | "maintenance"
  | "variant_unsupported"
  | "unknown";

export const loginOutcomes = [
  "ok",
  "rejected",
  "blocked",
  "company_not_offered",
  "busy",
  "approval_pending",
  "maintenance",
  "variant_unsupported",
  "unknown",
] as const satisfies readonly ("ok" | LoginFailure)[];
export type LoginOutcomeKind = (typeof loginOutcomes)[number];

/** What a driver tells in the middle of a login. */
export interface LoginHooks {
  /** Right before the password leaves, once; when it throws, the password stays. */
  submitting(): Promise<void>;
  /** From here on the portal waits for the person, who approves the login on a device of theirs. */
  approving?(): Promise<void>;
  /**
   * Tokens in place of those that end soon, or that the system takes no more: asked for by one worker
   * at a time, and kept before anybody uses them. Absent at a link, where nothing is kept yet.
   */
  renewed?(ask: AskForTokens): Promise<Credential>;
}

/** Gives the fields that are to be kept from now on. */
export type AskForTokens = (kept: Credential) => Promise<Credential>;

/** How a login ended, read off one page. */
export type LoginOutcome =
  | {
      kind: "ok";
      company: Company;
      /** What the system gave in exchange: kept in place of what a person brought. */
      credential?: Credential;
      /** The permissions that the account's owner gave, where that is decided there. */
      permisos?: readonly string[];
    }
  | { kind: LoginFailure };

export function isRefusal(reason: string): reason is Refusal {
  return Object.hasOwn(refusalWords, reason);
}

/** What one data module held for one period. */
export interface AlcanceReading {
  rows: ReadRows[];
  /** Rows that were there and could not be read whole. Zero when all were. */
  incompletos: number;
  /** Whether the period is known to be whole; null when the portal does not tell. */
  completo: boolean | null;
  /** Per account, where the portal shows one at a time. */
  completoPorCuenta?: Record<string, boolean>;
  /** Accounts whose list the portal itself cut: nothing else is missing, and it shows no more. */
  cortadas?: readonly string[];
  /** Whether it adds up, where the portal tells sums. */
  prueba?: Prueba;
  /** Rows of it will still change, such as what is not paid yet: the month is read again now and then. */
  unfinished?: boolean;
}

/** A portal in domain words. One login and one logout; everything between them is reading. */
export interface PortalDriver {
  login(
    credential: Credential,
    companyRut: string | null,
    hooks: LoginHooks,
  ): Promise<LoginOutcome>;
  read(alcance: string, periodo: Periodo): Promise<AlcanceReading>;
  /** Safe to call in any state, also after a failed login. */
  logout(): Promise<void>;
  /** Where documents can be issued; there is none in a portal that only reads. */
  readonly emitter?: Emitter;
  /** Where fee receipts can be issued and annulled. */
  readonly feeReceipts?: FeeReceipts;
  /** Where the company's tax folder is made. */
  readonly folders?: TaxFolders;
  /** Where documents are issued by an API, under the company's key. */
  readonly invoicing?: Invoicing;
  /** Where mails are searched, read and sent. */
  readonly mailbox?: Mailbox;
  /** The types of document that this login may issue for the company; none without an invoicer. */
  issuableTypes?(): Promise<number[]>;
}

export interface DriverOptions {
  baseUrl: string;
  today: Fecha;
  now: Date;
  /** As whom the service asks for tokens, where the system gives some. */
  client?: OAuthClient | undefined;
  /** The longest wait for a person to approve a login; by default the driver's own. */
  approvalWaitMs?: number;
}

/** The portal threw the session out in the middle of a read; a new login may go on. */
export class SessionEnded extends Error {
  constructor() {
    super("the portal ended the session");
    this.name = "SessionEnded";
  }
}
