import type { Context } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { SignedIn } from "#lib/identity/auth/auth-port.ts";
import type { Membership } from "#lib/identity/people/index.ts";
import type { PageOptions } from "./answer.ts";

/** One request for a page or from a form, as its route sees it. */
export interface PageRequest {
  c: Context;
  requestId: string;
  address: string | null;
  person: SignedIn | null;
  /** The form's cookie, which takes the session's place of who is signed out. */
  browser: string;
  /** What a form that is sent to the path carries: hidden, made for this visitor and hour. */
  seal(path: string): string;
  show(page: JSX.Element, options?: PageOptions): Promise<Response>;
}

export type PersonRequest = PageRequest & { person: SignedIn };
export type MemberRequest = PersonRequest & { membership: Membership };

/** What a form of ours brought along. */
export interface Posted {
  fields: URLSearchParams;
  /** Single-use, for what must not happen twice. */
  number: string;
}

/** What is shown around a page of somebody who is signed in. */
export interface Nav {
  person: { name: string; email: string };
  organization: { id: string; name: string } | null;
  signOutSeal: string;
}

export const signOutPath = "/login/salir";

/** Null on the pages of who is signed out. */
export function navOf(visit: PageRequest & { membership?: Membership }): Nav | null {
  const { person } = visit;
  return person === null ? null : personNav({ ...visit, person });
}

export function personNav({
  person,
  seal,
  membership,
}: PersonRequest & { membership?: Membership }): Nav {
  return {
    person: { name: person.name, email: person.email },
    organization:
      membership === undefined
        ? null
        : { id: membership.organizationId, name: membership.organizationName },
    signOutSeal: seal(signOutPath),
  };
}
