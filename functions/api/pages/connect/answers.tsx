import { companyField, type FoundLink, type Submission } from "#lib/links/index.ts";
import { shownRut } from "./company-box.tsx";
import { failureText, pausedText, type FailureText } from "./failure-texts.ts";
import { FormPage } from "./form-page.tsx";
import { MessagePage } from "./message-page.tsx";
import { messageOf } from "./messages.ts";
import { redirectTo, respond } from "./shell.tsx";

/** What a link shows to anyone who opens it. */
export async function openingPage(token: string, link: FoundLink): Promise<Response> {
  switch (link.kind) {
    case "open": {
      const values = { [companyField]: shownRut(link.companyRut ?? "") };
      const note =
        link.lastFailure === null ? null : failureText(link.lastFailure, link, link.closedUntil);
      const props = { token, link, note, issues: [], values };
      return respond(<FormPage {...props} />, 200);
    }
    case "verifying":
      return redirectTo(`/connect/${encodeURIComponent(token)}/progreso`);
    case "unknown":
      return respond(<MessagePage {...messageOf(link)} />, 404);
    case "expired":
    case "used":
    case "exhausted":
    case "annulled":
      return respond(<MessagePage {...messageOf(link)} />, 410);
    case "unavailable":
      return respond(<MessagePage {...messageOf(link)} />, 409);
  }
}

/** What follows from a form. */
export async function answerTo(
  submission: Submission,
  token: string,
  typed: (name: string) => string | null,
): Promise<Response> {
  switch (submission.kind) {
    case "started":
      return redirectTo(`/connect/${encodeURIComponent(token)}/progreso`);
    case "closed":
      return openingPage(token, submission.link);
    case "invalid":
    case "paused":
    case "other_company": {
      const { link } = submission;
      const issues = submission.kind === "invalid" ? submission.issues : [];
      const note = noteOn(submission);
      const status = submission.kind === "paused" ? 409 : 422;
      const open = link.system.credentialFields.filter(({ secret }) => !secret);
      const values = Object.fromEntries(open.map(({ name }) => [name, typed(name) ?? ""]));
      return respond(<FormPage {...{ token, link, note, issues, values }} />, status);
    }
  }
}

/** What the form says at its top; fields that do not pass say it themselves. */
function noteOn(
  submission: Extract<Submission, { kind: "invalid" | "paused" | "other_company" }>,
): FailureText | null {
  const { link } = submission;
  switch (submission.kind) {
    case "invalid":
      return null;
    case "paused":
      return pausedText(link.system.name, submission.until);
    case "other_company":
      return failureText("otra_empresa", link);
  }
}

/** The person who has just finished sees that it worked; anyone who comes later, that it was used. */
export function isJustUsed(link: FoundLink): link is Extract<FoundLink, { kind: "used" }> {
  return link.kind === "used" && link.recent;
}
