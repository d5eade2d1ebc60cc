import type { Alcance } from "#lib/contract/index.ts";

/** One field that the page asks for. The manifest's credential fields have this shape. */
export interface LinkField {
  name: string;
  label: string;
  secret: boolean;
  input: "rut" | "text" | "password";
  /** A person may leave it out. */
  optional?: boolean;
}

/** The field that names the company to use, where one login has several. */
export const companyField = "empresa";

/** What links need to know of an external system. A connector's manifest has this shape. */
export interface LinkSystem {
  id: string;
  name: string;
  needsConnection: boolean;
  alcances: readonly Alcance[];
  credentialFields: readonly LinkField[];
  /** One session per login: a visit locks the portal's user out. */
  singleSession?: true;
  /** The portal may ask the person to approve a login on their device. */
  approval?: true;
  /** `oauth`: a person allows access at the system itself, and types no secret here. */
  autorizacion?: "oauth";
  /** The modules through which a caller may issue documents, and not only read; none by default. */
  actingAlcances?: readonly string[];
}

export type FindSystem = (id: string) => LinkSystem | null;

/**
 * A system can be connected by a link if it belongs to a company and a person can log in or allow
 * access.
 */
export function isLinkable(system: LinkSystem): boolean {
  const { needsConnection, credentialFields, autorizacion } = system;
  return needsConnection && (credentialFields.length > 0 || autorizacion !== undefined);
}
