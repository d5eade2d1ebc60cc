import { addDays, Fecha, santiagoDayOf } from "#lib/chile/index.ts";
import type { FolderOrder, ListedFolder, TaxFolders } from "#lib/contract/index.ts";

/** What the played portal does with the next request. */
type Fate =
  | "makes"
  /** A number that means that nothing was made. */
  | "refuses"
  /** Made, but no answer. */
  | "loses"
  /** Not made, and no answer. */
  | "drops";

/** What it does with a revocation: done, done without an answer, or reported as done but not done. */
type Revocation = "done" | "lost" | "ignored";

export interface PlayedFolder extends ListedFolder {
  order: FolderOrder;
}

export interface PlayedFolders {
  /** Oldest first. */
  made: PlayedFolder[];
  /** How many requests and revocations it received. */
  sends: FolderOrder[];
  revocations: number;
  fate: Fate;
  revocation: Revocation;
  /** How many of the newest its list does not show yet. */
  hidden: number;
  /** How far its clock is from ours. */
  aheadMs: number;
  /** The recipient that the next document names. */
  documents: "own" | "another";
  /** The folders of one company. */
  folders(company: () => string): TaxFolders;
}

/** How long the form's ticket works. */
const ticketMs = 30_000;
/** How long a recipient can look, including the first day. */
const shownDays = 90;

/** A portal of tax folders without pages: a test says what it does. */
export function playedFolders(now: () => Date): PlayedFolders {
  const portal: PlayedFolders = {
    made: [],
    sends: [],
    revocations: 0,
    fate: "makes",
    revocation: "done",
    hidden: 0,
    aheadMs: 0,
    documents: "own",
    folders: (company) => foldersOf(portal, company, now),
  };
  return portal;
}

function foldersOf(portal: PlayedFolders, company: () => string, now: () => Date): TaxFolders {
  let prepared: { order: FolderOrder; until: number } | null = null;
  return {
    list: async () => portal.made.slice(0, portal.made.length - portal.hidden).toReversed(),
    ready: async (order) => {
      prepared = { order, until: now().getTime() + ticketMs };
    },
    generate: async () => {
      if (prepared === null) throw new TypeError("generated before it was ready");
      const { order, until } = prepared;
      prepared = null;
      portal.sends.push(order);
      if (now().getTime() > until) return { kind: "refused", reason: "ticket" };
      const { fate } = portal;
      if (fate === "refuses") return { kind: "refused", reason: "rejected" };
      if (fate === "drops") throw new Error("no word");
      const { codigo: id } = make(portal, order, now());
      if (fate === "loses") throw new Error("no word");
      return { kind: "accepted", key: { id, llave: "once" } };
    },
    document: async () => {
      const rut = portal.documents === "own" ? company() : "77.123.456-9";
      const bytes = Buffer.from("%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
      return { bytes, pages: [`RUT: ${rut}`] };
    },
    revoke: async (codigo) => {
      portal.revocations += 1;
      const folder = portal.made.find((one) => one.codigo === codigo);
      if (folder !== undefined && portal.revocation !== "ignored") folder.revocada = true;
      if (portal.revocation === "lost") throw new Error("no word");
    },
  };
}

/** Like anybody with the company's password, even by hand. */
export function make(
  portal: Pick<PlayedFolders, "made" | "aheadMs">,
  order: FolderOrder,
  now: Date,
): PlayedFolder {
  const { tipo, destinatario } = order;
  const at = now.getTime() + portal.aheadMs;
  const folder = {
    codigo: String(5_510_000_001 + portal.made.length),
    tipo,
    destinatario: destinatario.nombre,
    correo: destinatario.correo,
    // It prints whole seconds.
    generadaEn: new Date(Math.floor(at / 1000) * 1000),
    consultableHasta: Fecha.parse(addDays(santiagoDayOf(new Date(at)), shownDays - 1)),
    revocada: false,
    order,
  };
  portal.made.push(folder);
  return folder;
}
