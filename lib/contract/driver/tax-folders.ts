import type { Fecha } from "#lib/chile/index.ts";

export const folderKinds = ["creditos", "renta", "tamano", "personalizada"] as const;
export type FolderKind = (typeof folderKinds)[number];

/** The contents of a folder of the configurable kind; the other kinds imply theirs. */
export interface FolderParts {
  conPropiedades: boolean;
  conHonorarios: boolean;
  periodosIva: number;
  aniosRenta: number;
}

export interface FolderRecipient {
  /** From the portal's own list; null for somebody else, by name. */
  institucion: string | null;
  nombre: string;
  correo: string;
}

export interface FolderOrder {
  tipo: FolderKind;
  /** Set for the configurable kind only. */
  partes: FolderParts | null;
  destinatario: FolderRecipient;
}

/** A folder as the portal lists it. */
export interface ListedFolder {
  /** What the recipient types, and what identifies it for revoking. */
  codigo: string;
  tipo: FolderKind;
  destinatario: string;
  correo: string;
  /** The latest instant that the printed time in Santiago can mean. */
  generadaEn: Date;
  /** The last day on which its recipient may look at it. */
  consultableHasta: Fecha;
  revocada: boolean;
}

export interface FolderDocument {
  bytes: Buffer;
  /** The text of each page; null when it could not be read. */
  pages: string[] | null;
}

/** Opens a generated folder's document, once. */
export interface FolderKey {
  id: string;
  llave: string;
}

export type FolderAnswer =
  | { kind: "accepted"; key: FolderKey }
  /** Only for numbers that are known to mean that nothing was generated. */
  | { kind: "refused"; reason: FolderRefusal };

/** The portal refused, or did not accept the ticket, or a field. */
export type FolderRefusal = "rejected" | "ticket" | "fields";

/** The most bytes of a folder's document. Reading stops beyond them. */
export const maxFolderBytes = 10 * 1_048_576;

/**
 * The tax folders of a portal, after its login. `ready` and then `generate`, within half a minute:
 * only `generate` makes a folder, and it must never be called twice.
 */
export interface TaxFolders {
  /** Newest first. */
  list(): Promise<ListedFolder[]>;
  /** Makes sure that the form offers everything in the order; otherwise throws. */
  ready(order: FolderOrder): Promise<void>;
  generate(): Promise<FolderAnswer>;
  /**
   * Waits until it is made, and fetches it, cut where it is too long: its key opens nothing any
   * more.
   */
  document(key: FolderKey): Promise<FolderDocument>;
  /** What it returns is no proof: the list is. Doing it twice does no harm. */
  revoke(codigo: string): Promise<void>;
}
