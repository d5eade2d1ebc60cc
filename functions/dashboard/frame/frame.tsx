import type { Context, Hono } from "hono";
import type { DashboardDeps } from "../deps.ts";
import { actors } from "#lib/db/actors.ts";
import { findMembership } from "#lib/identity/people/index.ts";
import { type AppError, asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { ErrorPage } from "../pages/parts/error-page.tsx";
import { MissingPage } from "../pages/parts/message-pages.tsx";
import { goTo, ownPath, pageAnswer, placeOf, withNext } from "../request/answer.ts";
import { carryOut, carryOutForMember } from "./carry-out.tsx";
import { cookieJar, type CookieJar } from "./cookies.ts";
import { pagesFilledBefore } from "./filled-pages.ts";
import { sealForm } from "./form-seal.ts";
import {
  isFresh,
  type FormRules,
  type MemberFormRules,
  type PersonFormRules,
} from "../request/form-rules.ts";
import { FormsOfPage, type FilledForm } from "../request/form-state.ts";
import { postedForm, showAgain } from "./posted-form.tsx";
import { checkRate } from "./rate.ts";
import { fragmentAnswer } from "../request/fragment.ts";
import { hasKnownIds, idIn } from "./path-ids.ts";
import { sectionsOf } from "../request/sections.ts";
import { signInAgain } from "./sign-in-again.tsx";
import type { MemberRequest, PersonRequest, Posted, PageRequest } from "../request/page-request.ts";

/** Registers pages: `get` shows one, `post` takes a form of one of our pages. */
interface Door<V, R extends FormRules = PersonFormRules> {
  get(path: string, show: (visit: V) => Promise<Response>): void;
  post(path: string, rules: R, act: (visit: V & Posted) => Promise<Response>): void;
}

export interface Frame {
  jar: CookieJar;
  /** For everybody. */
  open: Door<PageRequest>;
  /** For signed-in people; all others sign in first. */
  person: Door<PersonRequest>;
  /** For members of the organization in the path (`:org`); for all others it does not exist. */
  member: Door<MemberRequest, MemberFormRules>;
  /** The page at `path` as these cookies show it, with its form filled in. */
  showFilled(
    visit: PageRequest,
    path: string,
    cookies: readonly string[],
    form: FilledForm,
  ): Promise<Response>;
}

type Narrow<V> = (visit: PageRequest) => Promise<V | Response>;
type CarryOut<V, R> = (
  visit: V & Posted,
  deps: DashboardDeps,
  rules: R,
  act: (visit: V & Posted) => Promise<Response>,
) => Promise<Response>;

const noteField = "nota";

/** Wraps every page: authentication, the origin of forms, rate limits, and error pages. */
export function createFrame(app: Hono, deps: DashboardDeps): Frame {
  const { auth, baseUrl, clock, secret } = deps;
  const jar = cookieJar(baseUrl);
  const sections = sectionsOf(app);
  const filledPages = pagesFilledBefore(app);

  /** Gives the request its own id, and a page for anything that is thrown. */
  async function serve(
    c: Context,
    work: (visit: PageRequest) => Promise<Response>,
  ): Promise<Response> {
    const requestId = newId("req", clock.now());
    const answer = await withRequestId(requestId, async () => {
      try {
        return await work(await visitOf(c, requestId));
      } catch (thrown) {
        return failure(asAppError(thrown), requestId);
      }
    });
    answer.headers.set("x-request-id", requestId);
    return answer;
  }

  async function visitOf(c: Context, requestId: string): Promise<PageRequest> {
    // An automatic request of a page does not mean that the person is active.
    const unused = c.req.header("x-fragment") !== undefined;
    const person = await auth.signedIn(c.req.raw.headers, { unused });
    const known = jar.formOf(c);
    const made = person === null && known === null ? jar.newForm() : null;
    const browser = known ?? made?.value ?? person?.sessionId ?? "";
    const binding = person?.sessionId ?? browser;
    const place = placeOf(c);
    const { why, ...forms } = { page: place, filled: null, ...filledPages.typedBefore(c.req.raw) };
    return {
      c,
      note: place !== null && jar.ledTo(c, place) ? c.req.query(noteField) : undefined,
      requestId,
      address: deps.addressOf(c),
      person,
      browser,
      seal: (path) => sealForm({ secret, now: clock.now() }, { binding, path }),
      show: (page, { cookies = [], ...options } = {}) => {
        // A page that is missing by now has no form to send again.
        const hasForm = why !== undefined && (options.status ?? 200) < 400;
        const value = hasForm ? { ...forms, why } : forms;
        return pageAnswer(<FormsOfPage.Provider value={value}>{page}</FormsOfPage.Provider>, {
          ...options,
          cookies: made === null ? cookies : [made.cookie, ...cookies],
        });
      },
    };
  }

  /** A cookie of ours tells the redirected browser that the note in the address is genuine. */
  function noted(answer: Response): Response {
    const place = ownPath(answer.headers.get("location"));
    if (place !== null && new URLSearchParams(place.split("?")[1]).has(noteField)) {
      answer.headers.append("set-cookie", jar.keepNote(place));
    }
    return answer;
  }

  function door<V extends PageRequest, R extends FormRules>(
    narrow: Narrow<V>,
    carry: CarryOut<V, R>,
  ): Door<V, R> {
    return {
      get: (path, show) =>
        app.get(path, (c) =>
          serve(c, async (visit) => {
            const what = c.req.header("x-fragment") === undefined ? "pages" : "fragments";
            if (visit.person !== null) await checkRate(deps, what, visit.person.userId);
            const narrowed = await narrow(visit);
            if (narrowed instanceof Response) return narrowed;
            return partOf(c, await show(narrowed));
          }),
        ),
      post: (path, rules, act) =>
        app.post(path, (c) =>
          serve(c, async (visit) => {
            const form = await postedForm(deps, filledPages, visit, { narrow, rules });
            if (form instanceof Response) return form;
            const narrowed = await narrow(visit);
            if (narrowed instanceof Response) return narrowed;
            if (rules.fresh === true && !isFresh(visit.person, clock.now()))
              return signInAgain(visit, deps, form);
            const whole = { ...narrowed, ...form, show: showAgain(visit, form) };
            return noted(await carry(whole, deps, rules, act));
          }),
        ),
    };
  }

  const toPerson: Narrow<PersonRequest> = async (visit) => {
    const { c, person } = visit;
    if (person !== null) return { ...visit, person };
    const next = placeOf(c);
    if (c.req.method !== "POST") return goTo(withNext("/login", next));
    // What was typed belongs to somebody that nobody knows any more: the page says that it is lost.
    const query = new URLSearchParams({
      [noteField]: "sin-enviar",
      ...(next !== null && { next }),
    });
    return noted(goTo(`/login?${query.toString()}`));
  };
  const toMember: Narrow<MemberRequest> = async (visit) => {
    const signedIn = await toPerson(visit);
    if (signedIn instanceof Response) return signedIn;
    const { person, requestId } = signedIn;
    if (!hasKnownIds(visit.c)) return visit.show(<MissingPage />, { status: 404 });
    const id = idIn(visit, "org");
    const membership = await findMembership(deps, id, person.userId);
    if (membership === null) return visit.show(<MissingPage />, { status: 404 });
    const ctx = { ...deps, organization: { id }, actor: actors.member(person.userId), requestId };
    return { ...signedIn, membership, ctx, sections: sections(membership, visit.c.req.path) };
  };

  const showFilled: Frame["showFilled"] = async ({ c }, path, cookies, form) => {
    const cookie = cookies.map((one) => one.split(";")[0] ?? "").join("; ");
    const before = { filled: form, why: "signed_in_again" } as const;
    const answer = await filledPages.show(c, path, cookie, before);
    for (const one of cookies) answer.headers.append("set-cookie", one);
    return answer;
  };

  function failure(error: AppError, requestId: string): Promise<Response> {
    if (error.code === "internal_error") {
      deps.log.error("dashboard.failed", { request_id: requestId, cause: error.cause });
    }
    return failurePage(error, requestId, deps.contact);
  }

  return {
    jar,
    open: door(async (visit) => visit, carryOut),
    person: door(toPerson, carryOut),
    member: door(toMember, carryOutForMember),
    showFilled,
  };
}

/** The requested part, if a live page asked for one; otherwise the page. */
async function partOf({ req }: Context, page: Response): Promise<Response> {
  const id = req.header("x-fragment");
  if (id === undefined) return page;
  const asked = { id, known: req.header("if-none-match") };
  return fragmentAnswer(await page.clone().text(), asked, page) ?? page;
}

export async function failurePage(
  error: AppError,
  requestId: string,
  contact: string,
): Promise<Response> {
  const page = <ErrorPage error={error} requestId={requestId} contact={contact} />;
  const answer = await pageAnswer(page, { status: error.entry.status });
  const wait = error.details?.["retryAfterSeconds"];
  if (typeof wait === "number") answer.headers.set("retry-after", String(wait));
  return answer;
}
