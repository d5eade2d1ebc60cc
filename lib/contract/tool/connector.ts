import type { Acceso } from "../terms.ts";
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
  /** The field may be left empty. */
  optional?: boolean;
}

export interface Alcance {
  id: string;
  label: string;
  /** A snapshot: only the current period can be synced. */
  currentPeriodOnly: boolean;
  /** The kinds of access that can serve it; if absent, all can. */
  servedBy?: readonly Acceso[];
  /**
   * False where nothing is ever read ahead of a call: the module is in no sync, schedule or
   * `cobertura`.
   */
  syncable?: boolean;
  /** The name of its permission, where the account's owner grants it. */
  permiso?: string;
  /**
   * The day of the next month until which a month's rows still arrive; by default its own last day.
   */
  closingDay?: number;
  /** The dataset of the rows that count; by default `<connector>.<module>`. */
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
  /** The portal allows one session per login: our visit locks out the person who uses it. */
  singleSession?: true;
  /** The portal may ask the person to approve a login on their device. */
  approval?: true;
  /** `oauth`: a person allows access at the system itself, and types no secret here. */
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
  /** Further tools with its name: those of acts. */
  acts?: () => Promise<readonly Tool[]>;
}

/** The modules that a sync can read. */
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

/** A connector already in memory, in the form of a loaded one. */
export function loaded(connector: Connector): LazyConnector {
  return { manifest: connector.manifest, load: async () => connector };
}
