import type { Alcance } from "#lib/contract/index.ts";

/** One field that the page asks for. The manifest's credential fields have this form. */
export interface LinkField {
  name: string;
  label: string;
  secret: boolean;
  input: "rut" | "text" | "password";
  /** A person may leave it out. */
  optional?: boolean;
}

/** The field that names the company to operate, where one login may operate several. */
export const companyField = "empresa";

/** What links know of an external system. A connector's manifest has this form. */
export interface LinkSystem {
  id: string;
  name: string;
  needsConnection: boolean;
  alcances: readonly Alcance[];
  credentialFields: readonly LinkField[];
  /** One session a login: a visit closes the portal to its holder. */
  singleSession?: true;
  /** The portal may have the person approve a login on a device of theirs. */
  approval?: true;
  /** `oauth`: a person allows it at the system itself, and types no secret here. */
  autorizacion?: "oauth";
  /** The modules that let a caller issue documents, and not only read; none when left out. */
  actingAlcances?: readonly string[];
}

export type FindSystem = (id: string) => LinkSystem | null;

/** A system is connected by a link when it belongs to a company and a person can log in or allow it. */
export function isLinkable(system: LinkSystem): boolean {
  const { needsConnection, credentialFields, autorizacion } = system;
  return needsConnection && (credentialFields.length > 0 || autorizacion !== undefined);
}
