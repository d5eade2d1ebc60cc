import {
  companyField,
  type FoundLink,
  type LinkFacts,
  type ReturnState,
  type Submission,
} from "#lib/links/index.ts";
import type { Responsible } from "../../route-deps.ts";
import { AccountPage } from "./pages/account-page.tsx";
import { BackLink, endOf, openEndOf } from "./pages/back-link.tsx";
import { consentFacts } from "./pages/consent-facts.ts";
import { shownRut } from "./pages/company-box.tsx";
import { failureText, pausedText, staleText, type FailureText } from "./pages/failure-texts.ts";
import { FormPage } from "./pages/form-page.tsx";
import { MessagePage } from "./pages/message-page.tsx";
import { declinedMessage, messageOf } from "./pages/messages.ts";
import type { RequestProps } from "./pages/request-page.tsx";
import { redirectTo, respond } from "./pages/shell.tsx";
import { openValues } from "./typed-cookie.ts";

type Open = Extract<FoundLink, { kind: "open" }>;

/** What a page needs: the link's token, and its provider's authorization address. */
export interface ConnectPage {
  token: string;
  providerOf(system: string): string | null;
  responsible: Responsible;
  /** What this browser sent before, without the secret fields. */
  typedBefore(link: LinkFacts): Record<string, string>;
}

/** What a link shows to anyone who opens it. */
export async function openingPage(page: ConnectPage, link: FoundLink): Promise<Response> {
  switch (link.kind) {
    case "open": {
      const company = shownRut(link.companyRut ?? "");
      const values = {
        ...page.typedBefore(link),
        ...(company !== "" && { [companyField]: company }),
      };
      const note =
        link.lastFailure === null ? null : failureText(link.lastFailure, link, link.closedUntil);
      const end = openEndOf(link.lastFailure);
      return formOf(page, link, { note, issues: [], values, end }, 200);
    }
    case "verifying":
      return redirectTo(pathOf(page, "/progreso"));
    case "unknown":
      return respond(<MessagePage {...messageOf(link)} />, 404);
    case "expired":
    case "used":
    case "exhausted":
    case "annulled":
      return respond(<ClosedPage link={link} />, 410);
    case "unavailable":
      return respond(<ClosedPage link={link} />, 409);
  }
}

type Closed = Exclude<FoundLink, { kind: "unknown" | "open" | "verifying" }>;

function ClosedPage({ link }: { link: Closed }) {
  return (
    <MessagePage {...messageOf(link)}>
      <BackLink link={link} state={endOf(link.kind)} main />
    </MessagePage>
  );
}

/** The person chose not to connect. */
export function declinedPage(link: Open): Promise<Response> {
  return respond(
    <MessagePage {...declinedMessage(link)}>
      <BackLink link={link} state="cancelado" main />
    </MessagePage>,
    200,
  );
}

/** What follows from a form, or from the return from a provider. */
export async function answerTo(
  submission: Submission,
  page: ConnectPage,
  typed: (name: string) => string | null = () => null,
): Promise<Response> {
  switch (submission.kind) {
    case "started":
      return redirectTo(pathOf(page, "/progreso"));
    case "elsewhere":
      return redirectTo(submission.url);
    case "not_allowed":
      return redirectTo(pathOf(page, ""));
    case "closed":
      return openingPage(page, submission.link);
    case "invalid":
    case "paused":
    case "stale":
    case "other_company": {
      const { link } = submission;
      const issues = submission.kind === "invalid" ? submission.issues : [];
      const values = openValues(link, typed);
      const isLate = submission.kind === "paused" || submission.kind === "stale";
      const shown = { note: noteOn(submission), issues, values, end: endOfTry(submission) };
      return formOf(page, link, shown, isLate ? 409 : 422);
    }
  }
}

/** The page did not show what would now happen: it asks again, and nothing was tried. */
export function changedPage(
  page: ConnectPage,
  link: Open,
  typed: (name: string) => string | null,
  note: FailureText,
): Promise<Response> {
  const shown = { note, issues: [], values: openValues(link, typed) };
  return formOf(page, link, { ...shown, end: "cancelado" }, 409);
}

type Shown = Pick<RequestProps, "note" | "issues" | "values" | "end">;

function formOf(
  { token, providerOf, responsible }: ConnectPage,
  link: Open,
  shown: Shown,
  status: number,
): Promise<Response> {
  const props = { token, link, facts: consentFacts(link, responsible), ...shown };
  if (link.system.autorizacion === undefined) return respond(<FormPage {...props} />, status);
  return respond(<AccountPage {...props} />, status, providerOf(link.system.id));
}

function pathOf({ token }: ConnectPage, end: string): string {
  return `/connect/${encodeURIComponent(token)}${end}`;
}

/** The message at the top of the form; invalid fields have their own. */
function noteOn(
  submission: Extract<Submission, { kind: "invalid" | "paused" | "stale" | "other_company" }>,
): FailureText | null {
  const { link } = submission;
  switch (submission.kind) {
    case "invalid":
      return null;
    case "paused":
      return pausedText(link.system.name, submission.until);
    case "stale":
      return staleText;
    case "other_company":
      return failureText("otra_empresa", link);
  }
}

function endOfTry({ kind }: Pick<Submission, "kind">): ReturnState {
  if (kind === "paused") return "en_pausa";
  return kind === "invalid" ? "cancelado" : "error";
}

/** The person who just finished sees that it worked; anyone later sees that the link was used. */
export function isJustUsed(link: FoundLink): link is Extract<FoundLink, { kind: "used" }> {
  return link.kind === "used" && link.recent;
}
