import { personNav, type MemberRequest } from "../request/page-request.ts";
import { ConflictPage } from "../pages/parts/conflict-page.tsx";
import type { TwoValues } from "../pages/parts/two-values.tsx";

interface Conflict {
  title: string;
  values: readonly TwoValues[];
  /** The form's action, and its page if that differs. */
  action: string;
  back?: string;
  /** The current version. */
  version: string;
  fields: URLSearchParams;
}

/** Somebody else changed what a form edits: shows both values, and the form to send again. */
export function showConflict(
  visit: MemberRequest,
  { title, values, action, back = action, version, fields }: Conflict,
): Promise<Response> {
  const again = { action, seal: visit.seal(action), version, fields };
  const page = <ConflictPage nav={personNav(visit)} {...{ title, values, back, again }} />;
  return visit.show(page, { status: 409 });
}
