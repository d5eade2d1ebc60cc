import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { MemberRequest, PageRequest } from "../frame/page-request.ts";
import { MissingPage } from "../pages/message-pages.tsx";

const missing = new Set<ErrorCode>([
  "webhook_endpoint_not_found",
  "webhook_delivery_not_found",
  "sync_job_not_found",
  "honorarios_request_not_found",
]);

/** A page of what there may be none of: a stranger's id and one that never was answer alike. */
export async function foundOrMissing(
  visit: PageRequest,
  show: () => Promise<Response>,
): Promise<Response> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof AppError) || !missing.has(error.code)) throw error;
    return visit.show(<MissingPage />, { status: 404 });
  }
}

/** What the caller could do about it is told on the form's own page; all else is the frame's to tell. */
export async function toldOnPage(
  act: () => Promise<Response>,
  codes: readonly ErrorCode[],
  show: (error: AppError) => Promise<Response>,
): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || !codes.includes(error.code)) throw error;
    return show(error);
  }
}

/** Owners and admins, who see the forms; the verbs ask for the role again. */
export function isManager({ membership }: MemberRequest): boolean {
  return membership.role !== "member";
}
