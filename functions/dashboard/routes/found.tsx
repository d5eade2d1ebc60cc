import { AppError, type ErrorCode } from "#lib/kernel/errors/index.ts";
import type { MemberRequest, PageRequest } from "../request/page-request.ts";
import { MissingPage } from "../pages/parts/message-pages.tsx";

const missingCodes = new Set<ErrorCode>([
  "webhook_endpoint_not_found",
  "webhook_delivery_not_found",
  "sync_job_not_found",
  "honorarios_request_not_found",
]);

/** A stranger's and an unknown one look the same. */
export function showMissing(visit: PageRequest): Promise<Response> {
  return visit.show(<MissingPage />, { status: 404 });
}

/** A page about something that may not exist: a stranger's id and an unknown one get the same answer. */
export async function foundOrMissing(
  visit: PageRequest,
  show: () => Promise<Response>,
): Promise<Response> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof AppError) || !missingCodes.has(error.code)) throw error;
    return showMissing(visit);
  }
}

/** Errors that the caller can fix are shown on the form's own page; all others are left to the frame. */
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

/** Only owners and admins see the forms; the verbs check the role again. */
export function isManager({ membership }: MemberRequest): boolean {
  return membership.role !== "member";
}
