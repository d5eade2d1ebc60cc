import type { Fecha } from "#lib/chile/index.ts";

export interface LinkRequest {
  sistema: string;
  nombre?: string | undefined;
  alcances?: string[] | undefined;
  modo: "crear" | "reconectar";
  conexionId?: string | undefined;
  expiraEnMinutos: number;
  volverA?: string | undefined;
  /** The last day on which what a person hands over may be used. */
  accesoHasta?: Fecha | undefined;
}

export interface LinkAnswer {
  enlaceId: string;
  url: string;
  expiraEn: string;
  modo: "crear" | "reconectar";
}

/** The state of a link. One made by a key or a grant that has ended is `anulado` too. */
export const linkStates = [
  "abierto",
  "verificando",
  "usado",
  "vencido",
  "agotado",
  "anulado",
] as const;
export type LinkState = (typeof linkStates)[number];

export interface LinkListPart {
  estado?: LinkState | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** A link as its organization sees it. Its url was only in one answer. */
interface LinkSummary {
  enlaceId: string;
  sistema: string;
  modo: "crear" | "reconectar";
  estado: LinkState;
  conexionId: string | null;
  creadoEn: string;
  expiraEn: string;
}

export interface LinkPage {
  enlaces: LinkSummary[];
  cursor: string | null;
}

/** Links, as the tools of `conexiones` ask for them. */
export interface LinkService {
  create(request: LinkRequest): Promise<LinkAnswer>;
  list(part: LinkListPart): Promise<LinkPage>;
  /** The link has no effect any more, and neither has a running try. */
  annul(enlaceId: string): Promise<void>;
}
