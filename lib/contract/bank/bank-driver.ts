import type { Periodo } from "#lib/chile/index.ts";
import {
  SessionEnded,
  type AlcanceReading,
  type Credential,
  type LoginOutcome,
  type PortalDriver,
} from "../driver/driver.ts";

export interface Entry {
  credential: Credential;
  companyRut: string | null;
  /** The company is a connection's; at a link it is still what a person typed. */
  isConnected: boolean;
  /** Called right before the password is sent: from then on a session may be open. */
  onSend(): Promise<void>;
  /** Called when the portal waits for the person's device. */
  onApproval(): Promise<void>;
}

export interface Asked {
  /** The company that the login opened, which every answer must be about. */
  rut: string;
  periodo: Periodo;
}

/** How one bank's portal is used. */
interface BankPortal {
  logIn(entry: Entry): Promise<LoginOutcome>;
  readers: Readonly<Record<string, (asked: Asked) => Promise<AlcanceReading>>>;
  logOut(): Promise<void>;
}

/** Reads only what a login opened, and logs out once if a session may be open. */
export function bankDriver(portal: BankPortal): PortalDriver {
  let maybeOpen = false;
  let rut: string | null = null;
  return {
    async login(credential, companyRut, { submitting, approving, isConnected = false }) {
      rut = null;
      const onSend = async (): Promise<void> => {
        await submitting();
        maybeOpen = true;
      };
      const onApproval = async (): Promise<void> => approving?.();
      const entry = { credential, companyRut, isConnected, onSend, onApproval };
      const outcome = await portal.logIn(entry).catch(thrownOut);
      if (outcome.kind === "ok") rut = outcome.company.rut;
      if (opensNothing(outcome)) maybeOpen = false;
      return outcome;
    },
    async read(alcance, periodo) {
      const reader = Object.hasOwn(portal.readers, alcance) ? portal.readers[alcance] : undefined;
      if (reader === undefined) throw new TypeError(`nothing reads ${alcance}`);
      if (rut === null) throw new TypeError("read before login");
      return reader({ rut, periodo });
    },
    async logout() {
      if (!maybeOpen) return;
      maybeOpen = false;
      rut = null;
      await portal.logOut();
    },
  };
}

/** The session ended between two steps of its login: somebody else logged in. */
function thrownOut(error: unknown): LoginOutcome {
  if (error instanceof SessionEnded) return { kind: "busy" };
  throw error;
}

/** The portal let nobody in, and any open session is somebody else's. */
function opensNothing({ kind }: LoginOutcome): boolean {
  switch (kind) {
    case "rejected":
    case "blocked":
    case "busy":
    case "maintenance":
      return true;
    case "ok":
    case "approval_pending":
    case "variant_unsupported":
    case "company_not_offered":
    case "unknown":
      return false;
  }
}
