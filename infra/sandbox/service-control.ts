/** What the sandbox may ask of the running service. Local mode implements it; the sandbox only calls. */
export interface ServiceControl {
  now(): Date;
  /** Resolves when the drain and housekeeping runs that became due have ended. */
  moveClock(to: Date): Promise<void>;
  createOrganization(input: NewOrganization): Promise<{ id: string }>;
  updateOrganization(id: string, patch: OrganizationPatch): Promise<unknown>;
  createKey(input: NewKey): Promise<{ id: string; key: string }>;
  revokeKey(id: string): Promise<void>;
  updateConnection(id: string, patch: ConnectionPatch): Promise<unknown>;
  auditOf(requestId: string): Promise<readonly unknown[]>;
  createMember(input: NewMember): Promise<{ userId: string; email: string; password: string }>;
  removeMember(organizationId: string, userId: string): Promise<void>;
  /** The service's mails to people, newest first. */
  mailsTo(which: {
    to?: string | undefined;
    kind?: string | undefined;
  }): Promise<readonly unknown[]>;
  clearMails(): Promise<void>;
  /** Adds to the names set before; an empty list means "no such name". */
  setNames(names: Record<string, string[]>): Promise<void>;
  clearNames(): Promise<void>;
  /** When portals lift their blocks, the service forgets the refused logins that it counted. */
  forgetLogins(): Promise<void>;
}

type Plan = "free" | "pro" | "business";
type Billing = "active" | "past_due" | "none";

interface NewOrganization {
  name: string;
  plan: Plan;
  billing: Billing;
  connectors?: string[] | undefined;
}

interface OrganizationPatch {
  name?: string | undefined;
  plan?: Plan | undefined;
  billing?: Billing | undefined;
  connectors?: string[] | undefined;
  /** The policy of fee receipts as owners write it; null turns them off. */
  honorarios?: Record<string, unknown> | null | undefined;
  /** Whether tax folders are made, and for whom; null turns them off and removes everybody. */
  carpeta?:
    | { habilitado: boolean; destinatario?: Record<string, string> | undefined }
    | null
    | undefined;
}

interface NewMember {
  organizationId: string;
  role: "owner" | "admin" | "member";
  canIssue?: boolean | undefined;
}

interface NewKey {
  organizationId: string;
  name?: string | undefined;
  scopes: string[];
  /** The only connections that the key may see; absent: all of the organization's. */
  connections?: string[] | undefined;
  expiresAt?: string | undefined;
}

interface ConnectionPatch {
  disabled?: boolean | undefined;
  scopes?: string[] | undefined;
  alcances?: string[] | undefined;
  /** A state of the credential (`rechazada`, …) or new credential fields. */
  credencial?: string | Record<string, string> | null | undefined;
}
