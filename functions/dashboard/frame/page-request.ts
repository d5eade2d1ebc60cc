import type { Context as RouteContext } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Context } from "#lib/db/context.ts";
import type { SignedIn } from "#lib/identity/auth/auth-port.ts";
import type { MemberHere } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../deps.ts";
import type { PageOptions } from "./answer.ts";
import type { Section } from "./sections.ts";

/** One request for a page or from a form, as its route sees it. */
export interface PageRequest {
  c: RouteContext;
  requestId: string;
  address: string | null;
  person: SignedIn | null;
  /** The form's cookie, which takes the session's place of who is signed out; else the session. */
  browser: string;
  /** What a form that is sent to the path carries: hidden, made for this visitor and hour. */
  seal(path: string): string;
  /** What a form of ours brought about, when it led here; what an address alone says is not believed. */
  note: string | undefined;
  show(page: JSX.Element, options?: PageOptions): Promise<Response>;
}

export type PersonRequest = PageRequest & { person: SignedIn };

export interface MemberRequest extends PersonRequest {
  membership: MemberHere;
  /** For verbs: this member asks. */
  ctx: MemberContext;
  sections: readonly Section[];
}

/** What verbs of pages need, all of it. */
type MemberContext = Context & DashboardDeps;

/** What a form of ours brought along. */
export interface Posted {
  fields: URLSearchParams;
  /** Single-use, for what must not happen twice. */
  number: string;
  /** Where the form is. */
  page: string | null;
}

/** What is shown around a page of somebody who is signed in. */
export interface Nav {
  person: { name: string; email: string };
  organization: { id: string; name: string; sections: readonly Section[] } | null;
  signOutSeal: string;
}

export const signOutPath = "/login/salir";

type Visit = PageRequest & { membership?: MemberHere; sections?: readonly Section[] };

/** Null on the pages of who is signed out. */
export function navOf(visit: Visit): Nav | null {
  const { person } = visit;
  return person === null ? null : personNav({ ...visit, person });
}

export function personNav({
  person,
  seal,
  membership,
  sections = [],
}: Visit & { person: SignedIn }): Nav {
  return {
    person: { name: person.name, email: person.email },
    organization:
      membership === undefined
        ? null
        : { id: membership.organizationId, name: membership.organizationName, sections },
    signOutSeal: seal(signOutPath),
  };
}
