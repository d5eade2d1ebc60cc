import { personNav, type MemberRequest } from "../frame/page-request.ts";
import { ConflictPage } from "../pages/conflict-page.tsx";
import type { TwoValues } from "../pages/two-values.tsx";

interface Conflict {
  title: string;
  values: readonly TwoValues[];
  /** What the form is sent to, and the page that it is on where that is another. */
  action: string;
  back?: string;
  /** Of what is there by now. */
  version: string;
  fields: URLSearchParams;
}

/** Somebody changed what a form edits: both values, and the form to be sent once more. */
export function showConflict(
  visit: MemberRequest,
  { title, values, action, back = action, version, fields }: Conflict,
): Promise<Response> {
  const again = { action, seal: visit.seal(action), version, fields };
  const page = <ConflictPage nav={personNav(visit)} {...{ title, values, back, again }} />;
  return visit.show(page, { status: 409 });
}
