import type { DashboardDeps } from "../deps.ts";
import { signInAgainPath, SignInAgainPage } from "../pages/people/sign-in-page.tsx";
import { keepForm } from "./kept-form.ts";
import type { PageRequest, Posted } from "../request/page-request.ts";

/** Asks for the password and keeps the form in the page meanwhile, never in an address. */
export async function signInAgain(
  visit: PageRequest,
  { secret, clock }: Pick<DashboardDeps, "secret" | "clock">,
  { fields, page }: Posted,
): Promise<Response> {
  const { c, person, seal } = visit;
  const kept = keepForm(secret, clock.now(), {
    userId: person?.userId ?? "",
    action: c.req.path,
    page: page ?? "/dashboard",
    fields: fields.toString(),
  });
  const shown = (
    <SignInAgainPage
      seal={seal(signInAgainPath)}
      mail={person?.email ?? ""}
      next={page ?? "/dashboard"}
      kept={kept}
    />
  );
  return visit.show(shown, { status: 403 });
}
