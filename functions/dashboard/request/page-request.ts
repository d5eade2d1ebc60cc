import type { Context as RouteContext } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Context } from "#lib/db/context.ts";
import type { SignedInPerson } from "#lib/identity/auth-port.ts";
import type { MemberHere } from "#lib/identity/people/index.ts";
import type { DashboardDeps } from "../deps.ts";
import type { PageOptions } from "./answer.ts";
import type { Section } from "./sections.ts";

/** One request for a page or from a form, as its route sees it. */
export interface PageRequest {
  c: RouteContext;
  requestId: string;
  address: string | null;
  person: SignedInPerson | null;
  /** Identifies the browser: the form cookie of signed-out people, or the session. */
  browser: string;
  /** The hidden seal of a form sent to the path, made for this visitor and hour. */
  seal(path: string): string;
  /** The outcome of a form of ours that led here; an address alone is not trusted. */
  note: string | undefined;
  show(page: JSX.Element, options?: PageOptions): Promise<Response>;
}

export type PersonRequest = PageRequest & { person: SignedInPerson };

export interface MemberRequest extends PersonRequest {
  membership: MemberHere;
  /** The context for verbs, with this member as actor. */
  ctx: MemberContext;
  sections: readonly Section[];
}

/** Everything that verbs of pages need. */
type MemberContext = Context & DashboardDeps;

/** What a form of ours sent. */
export interface Posted {
  fields: URLSearchParams;
  /** Single-use, for what must not happen twice. */
  number: string;
  /** The form's page. */
  page: string | null;
}

/** What surrounds a page of a signed-in person. */
export interface Nav {
  person: { name: string; email: string };
  organization: { id: string; name: string; sections: readonly Section[] } | null;
  signOutSeal: string;
}

export const signOutPath = "/login/salir";

type Visit = PageRequest & { membership?: MemberHere; sections?: readonly Section[] };

/** Null on the pages of signed-out people. */
export function navOf(visit: Visit): Nav | null {
  const { person } = visit;
  return person === null ? null : personNav({ ...visit, person });
}

export function personNav({
  person,
  seal,
  membership,
  sections = [],
}: Visit & { person: SignedInPerson }): Nav {
  return {
    person: { name: person.name, email: person.email },
    organization:
      membership === undefined
        ? null
        : { id: membership.organizationId, name: membership.organizationName, sections },
    signOutSeal: seal(signOutPath),
  };
}
