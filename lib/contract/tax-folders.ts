import type { Fecha } from "#lib/chile/index.ts";

export const folderKinds = ["creditos", "renta", "tamano", "personalizada"] as const;
export type FolderKind = (typeof folderKinds)[number];

/** What a folder of the chosen kind holds; the other kinds say it by themselves. */
export interface FolderParts {
  conPropiedades: boolean;
  conHonorarios: boolean;
  periodosIva: number;
  aniosRenta: number;
}

export interface FolderRecipient {
  /** Of the portal's own list; null for somebody else, by name. */
  institucion: string | null;
  nombre: string;
  correo: string;
}

export interface FolderOrder {
  tipo: FolderKind;
  /** Of the chosen kind alone. */
  partes: FolderParts | null;
  destinatario: FolderRecipient;
}

/** A folder as the portal lists it. */
export interface ListedFolder {
  /** What the recipient types, and what the issuer revokes it by. */
  codigo: string;
  tipo: FolderKind;
  destinatario: string;
  correo: string;
  /** The latest instant that the printed time of Santiago can mean. */
  generadaEn: Date;
  /** The last day on which its recipient may look at it. */
  consultableHasta: Fecha;
  revocada: boolean;
}

export interface FolderDocument {
  bytes: Buffer;
  /** What each page says; null when nobody could read it. */
  pages: string[] | null;
}

/** What opens a generated folder's document, once. */
export interface FolderKey {
  id: string;
  llave: string;
}

export type FolderAnswer =
  | { kind: "accepted"; key: FolderKey }
  /** In a number that means that nothing was generated, and no other. */
  | { kind: "refused"; reason: FolderRefusal };

/** The portal said no, or took the ticket, or a field, for none of its own. */
export type FolderRefusal = "rejected" | "ticket" | "fields";

/** The longest that a folder's document may be. It is cut while it is read. */
export const maxFolderBytes = 10 * 1_048_576;

/**
 * The tax folder of a portal, after its login. `ready` and then `generate`, within half a minute: only
 * `generate` makes a folder, and nothing may call it twice.
 */
export interface TaxFolders {
  /** Newest first. */
  list(): Promise<ListedFolder[]>;
  /** The form offers all of the order; throws where it does not. */
  ready(order: FolderOrder): Promise<void>;
  generate(): Promise<FolderAnswer>;
  /** Waits until it is made, and fetches it, cut where it is too long: its key opens nothing any more. */
  document(key: FolderKey): Promise<FolderDocument>;
  /** What it answers is no proof: the list is. To do it twice does no harm. */
  revoke(codigo: string): Promise<void>;
}
