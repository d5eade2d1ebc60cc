import type { SignedInPerson } from "#lib/identity/auth-port.ts";
import { minuteMs } from "#lib/kernel/clock.ts";

/**
 * How a page of an organization is made:
 *
 *   member.get("/dashboard/:org/claves", async (visit) => visit.show(<KeysPage nav={personNav(visit)} … />))
 *   member.post("/dashboard/:org/claves", { verb: "create_key", fresh: true, once: back }, async (visit) => …)
 *
 * - `visit.ctx` is the context for verbs of `lib`, with the member as actor. In a form it is one
 *   transaction with the form's row of the audit: never reach for `deps.db` there.
 * - An answer of 400 and more (a page shown again with what is wrong: 422) undoes that transaction, and
 *   the forms on it are filled with what was typed (`Form`, `Field`, `Tick` of `pages/parts/parts.tsx`).
 * - The navigation shows what the router has: `request/sections.ts` knows all pages by name.
 * - Lists: `pages/parts/list.tsx` and `frame/list-query.ts`. Secrets, typed confirmations, "somebody changed it
 *   meanwhile": `pages/{secret-page,typed-confirm,conflict-page}.tsx`.
 */
export interface FormRules {
  /** The recorded name of the act: `dashboard.<verb>`. */
  verb: string;
  /** If the password was typed longer ago than `freshMs`, asks for it again and then shows the form, filled in. */
  fresh?: true;
  /** Accepted from a page of any hour of its session; for forms that only take something away. */
  anyHour?: true;
}

export interface PersonFormRules extends FormRules {
  /** `itself`: the act writes its own record, in the transaction of what it creates (`recorder`). */
  recorded?: "itself";
  /** Sent once, which its `recorder` checks; this is where "ya se hizo" leads to. */
  once?: (path: string) => string;
}

export interface MemberFormRules extends FormRules {
  /** For what must not happen twice: where "ya se hizo" leads to, from the form's path. */
  once?: (path: string) => string;
  /**
   * `within`, the default: act and record are one transaction. `around`: a record before and one after, for what
   * reaches beyond our tables. `itself`: the code it calls records (`execute`).
   */
  recorded?: "within" | "around" | "itself";
  /** Allowed while the organization waits for its deletion; other forms are refused until that is cancelled. */
  whileDeleting?: true;
}

export const freshMs = 10 * minuteMs;

/** Whether somebody typed the password lately enough for such a form. */
export function isFresh(person: SignedInPerson | null, now: Date): boolean {
  return person !== null && now.getTime() - person.signedInAt.getTime() <= freshMs;
}

/** For a form whose path begins with its page's: `…/claves/key_x/revocar` leads to `…/claves/key_x`. */
export const pageAbove = (path: string): string => path.slice(0, path.lastIndexOf("/"));
