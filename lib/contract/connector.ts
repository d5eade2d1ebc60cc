import type { Acceso } from "./terms.ts";
import type { Tool } from "./tool.ts";

export type ConnectorKind =
  | "bank"
  | "tax_authority"
  | "pension_authority"
  | "invoicing"
  | "mail"
  | "utility";

interface CredentialField {
  name: string;
  label: string;
  secret: boolean;
  /** How the link page asks for it. */
  input: "rut" | "text" | "password";
  /** A person may leave it out. */
  optional?: boolean;
}

export interface Alcance {
  id: string;
  label: string;
  /** A snapshot of the moment: only the current period can be synced. */
  currentPeriodOnly: boolean;
  /** The kinds of access that can serve it; absent when all can. */
  servedBy?: readonly Acceso[];
  /** False where nothing is ever read ahead of a call: it is in no sync, schedule or `cobertura`. */
  syncable?: boolean;
  /** What its permission is called where the account's owner gives it. */
  permiso?: string;
  /** The day of the next month up to which a month's rows still come; absent when its own last day is it. */
  closingDay?: number;
  /** The dataset of the rows that count; `<connector>.<module>` when absent. */
  dataset?: string;
}

/** What a system is, as data. Pure: no driver, no database. */
export interface Manifest {
  id: string;
  name: string;
  kind: ConnectorKind;
  needsConnection: boolean;
  alcances: readonly Alcance[];
  credentialFields: readonly CredentialField[];
  /** The portal has one session a login: a visit of ours closes it to who holds the password. */
  singleSession?: true;
  /** The portal may have the person approve a login on a device of theirs. */
  approval?: true;
  /** `oauth`: a person allows it at the system itself, and types no secret here. */
  autorizacion?: "oauth";
}

export interface Connector {
  manifest: Manifest;
  tools: readonly Tool[];
}

/** A connector whose tools are loaded when the first of them is called. */
export interface LazyConnector {
  manifest: Manifest;
  load(): Promise<Connector>;
}

/** The modules that a sync can bring. */
export function syncableOf<Module extends Pick<Alcance, "syncable">>(
  alcances: readonly Module[],
): Module[] {
  return alcances.filter(({ syncable = true }) => syncable);
}

export function defineConnector(manifest: Manifest, tools: readonly Tool[]): Connector {
  const stray = tools.find((tool) => tool.connector !== manifest.id);
  if (stray !== undefined) throw new TypeError(`${stray.id} is not a tool of ${manifest.id}`);
  return { manifest, tools };
}

/** One that is at hand, as one that is loaded. */
export function loaded(connector: Connector): LazyConnector {
  return { manifest: connector.manifest, load: async () => connector };
}
