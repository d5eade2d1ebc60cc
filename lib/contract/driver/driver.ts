import type { Fecha, Periodo } from "#lib/chile/index.ts";
import type { Prueba } from "../dataset/coverage-entry.ts";
import type { Emitter } from "./emission.ts";
import type { FeeReceipts } from "./fee-receipts.ts";
import type { Invoicing } from "./invoicing.ts";
import type { Mailbox } from "./mailbox.ts";
import type { ReadRows } from "../dataset/read-rows.ts";
import type { TaxFolders } from "./tax-folders.ts";
import type { Acceso } from "../terms.ts";
import type { OAuthClient } from "#lib/kernel/setting-types.ts";

/** What a person handed over, by the manifest's credential field names. */
export type Credential = Readonly<Record<string, string>>;

/** The company that a login opened, as the portal itself shows it. */
export interface Company {
  rut: string;
  razonSocial: string | null;
  /** How the login was made, where the portal shows less to some kinds. */
  acceso?: Acceso;
  /** The document types that this login may issue for it, when the portal was asked. */
  tiposDte?: number[];
  /** Where a company may have several accounts: which one this is. */
  cuenta?: string;
}

/** Refusals that another login would only get again, and the word for each. */
export const refusalWords = {
  rejected: "clave_rechazada",
  blocked: "cuenta_bloqueada",
  /** The login works but does not have the wanted company. */
  company_not_offered: "empresa_no_ofrecida",
} as const;
export type Refusal = keyof typeof refusalWords;

/** Every reason for a login not to open the company. */
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

/** What a driver calls in the middle of a login. */
export interface LoginHooks {
  /** Called once, right before the password is sent; when it throws, the password is not sent. */
  submitting(): Promise<void>;
  /** The company is a connection's; at a link it is still what a person typed. */
  isConnected?: boolean;
  /** From here on the portal waits for the person, who approves the login on their device. */
  approving?(): Promise<void>;
  /**
   * New tokens instead of those that expire soon or are no longer accepted: requested by one worker
   * at a time, and stored before anybody uses them. Absent at a link, where nothing is stored yet.
   */
  renewed?(ask: AskForTokens): Promise<Credential>;
}

/** Returns the fields to store from now on. */
export type AskForTokens = (kept: Credential) => Promise<Credential>;

/** How a login ended, according to one page. */
export type LoginOutcome =
  | {
      kind: "ok";
      company: Company;
      /** What the system gave in exchange: stored instead of what a person brought. */
      credential?: Credential;
      /** The permissions that the account's owner granted, where that is decided at the system. */
      permisos?: readonly string[];
    }
  | { kind: LoginFailure };

export function isRefusal(reason: string): reason is Refusal {
  return Object.hasOwn(refusalWords, reason);
}

/** What one data module contained for one period. */
export interface AlcanceReading {
  rows: ReadRows[];
  /** Rows that existed and could not be read completely. Zero when all were. */
  incompletos: number;
  /** Whether the period is known to be complete; null when the portal does not say. */
  completo: boolean | null;
  /** Per account, where the portal shows one at a time. */
  completoPorCuenta?: Record<string, boolean>;
  /** Accounts whose list the portal itself cut: nothing else is missing, and it shows no more. */
  cortadas?: readonly string[];
  /** Whether it adds up, where the portal gives sums. */
  prueba?: Prueba;
  /** The module that proves it could not be read: a retry of the job reads this one again. */
  lacksCounterpart?: boolean;
  /** Rows of it will still change, such as unpaid ones: the month is read again now and then. */
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
  /** Safe to call in any state, even after a failed login. */
  logout(): Promise<void>;
  /** Where documents can be issued; missing in a read-only portal. */
  readonly emitter?: Emitter;
  /** Where fee receipts can be issued and annulled. */
  readonly feeReceipts?: FeeReceipts;
  /** Where the company's tax folder is made. */
  readonly folders?: TaxFolders;
  /** Where an API issues documents, with the company's key. */
  readonly invoicing?: Invoicing;
  /** Where mails are searched, read and sent. */
  readonly mailbox?: Mailbox;
  /** The document types that this login may issue for the company; missing without an invoicer. */
  issuableTypes?(): Promise<number[]>;
}

export interface DriverOptions {
  baseUrl: string;
  today: Fecha;
  now: Date;
  /** The OAuth client with which the service requests tokens, where the system issues some. */
  client?: OAuthClient | undefined;
  /** The longest wait for a person to approve a login; by default the driver's own. */
  approvalWaitMs?: number;
}

/** The portal ended the session in the middle of a read; a new login may continue. */
export class SessionEnded extends Error {
  constructor() {
    super("the portal ended the session");
    this.name = "SessionEnded";
  }
}

/**
 * Whether the markup has a form with this attribute, like that of a login page. No tag has a `<` in it, so
 * each character is read once, whatever a portal sends.
 */
export function hasForm(html: string, attribute: string): boolean {
  return (html.match(/<form[^<>]*/g) ?? []).some((tag) => tag.includes(attribute));
}

/** What a portal showed when a step failed, without any personal data. */
export interface Evidence {
  text: string;
  screenshot: Buffer | null;
}

/** A portal that is open for one job: its driver, and everything that must be closed. */
export interface OpenedPortal {
  driver: PortalDriver;
  /** What the portal shows now; null when there is nothing to see. */
  evidence(): Promise<Evidence | null>;
  /** Ends the browser and all its processes. Never throws. */
  close(): Promise<void>;
}
