import type { Context } from "hono";
import { networkOfCaller } from "#lib/egress/index.ts";
import { readForm } from "../../api/form.ts";
import type { DashboardDeps } from "../deps.ts";
import { RefusedForm } from "../pages/parts/message-pages.tsx";
import { ownPath, placeOf } from "../request/answer.ts";
import type { FilledPages } from "./filled-pages.ts";
import type { FormRules } from "../request/form-rules.ts";
import { openForm } from "./form-seal.ts";
import { FormsOfPage, keptField, pageField, sealField } from "../request/form-state.ts";
import { takeKeptForm } from "./kept-form.ts";
import type { PageRequest, Posted } from "../request/page-request.ts";
import { checkRate } from "./rate.ts";

const maxFormBytes = 64 * 1024;
/** Longer than any session. */
const everyHour = 8 * 24;

interface FormDoor {
  /** Answers people whom the form is not for. */
  narrow(visit: PageRequest): Promise<unknown>;
  rules: FormRules;
}

/** A form from one of our pages that may be carried out; otherwise the answer to it. */
export async function postedForm(
  deps: DashboardDeps,
  pages: FilledPages,
  visit: PageRequest,
  { narrow, rules: { anyHour } }: FormDoor,
): Promise<Posted | Response> {
  const { baseUrl, clock, secret } = deps;
  const { c, person, browser, address } = visit;
  if (!isFromOurPage(c, baseUrl)) return visit.show(<RefusedForm />, { status: 403 });
  const fields = await readForm(c.req, maxFormBytes);
  const subject = { binding: person?.sessionId ?? browser, path: c.req.path };
  const hours = anyHour === true ? everyHour : undefined;
  const number = openForm({ secret, now: clock.now() }, subject, fields.get(sealField), hours);
  const page = ownPath(fields.get(pageField)) ?? placeOf(c);
  fields.delete(sealField);
  fields.delete(pageField);
  if (number === null) {
    // A signed-out person signs in first, if the form is for signed-in people.
    const narrowed = person === null ? await narrow(visit) : null;
    return narrowed instanceof Response ? narrowed : showOld(deps, pages, visit, { page, fields });
  }
  const network = networkOfCaller(address);
  if (person !== null) await checkRate(deps, "posts", person.userId);
  else if (network !== null) await checkRate(deps, "signedOutPosts", network);
  return { fields, number, page };
}

/** For signed-in people: the current page with their input refilled. Nothing is carried out. */
async function showOld(
  deps: DashboardDeps,
  pages: FilledPages,
  visit: PageRequest,
  { page, fields }: Pick<Posted, "page" | "fields">,
): Promise<Response> {
  const { c, person } = visit;
  const kept = { seal: fields.get(keptField), userId: person?.userId ?? "" };
  const filled = (await takeKeptForm(deps, kept)) ?? { action: c.req.path, fields, page };
  if (person === null || filled.page === null) return visit.show(<RefusedForm />, { status: 403 });
  const own = c.req.header("cookie") ?? "";
  const shown = await pages.show(c, filled.page, own, { filled, why: "old" });
  if (shown.status !== 200) return shown;
  return new Response(shown.body, { status: 403, headers: shown.headers });
}

/** A page that answers a form with an error shows the form as it was typed. */
export function showAgain({ c, show }: PageRequest, { page, fields }: Posted): PageRequest["show"] {
  const filled = { action: c.req.path, fields };
  return (shown, options = {}) => {
    const isRefused = (options.status ?? 200) >= 400;
    const forms = { page, filled: isRefused ? filled : null };
    return show(<FormsOfPage.Provider value={forms}>{shown}</FormsOfPage.Provider>, options);
  };
}

/** Browsers say where a form was sent from in one of two headers; without them it is refused. */
function isFromOurPage({ req }: Context, baseUrl: string): boolean {
  const site = req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return req.header("origin") === new URL(baseUrl).origin;
}
