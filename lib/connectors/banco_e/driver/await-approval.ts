import {
  navigate,
  waitForOutcome,
  step,
  type BrowserSession,
  type Sign,
} from "#lib/browser/index.ts";

type Entered = "companies" | "inside" | "variant_unsupported" | "busy" | "blocked";

/** Where the portal's own page leads once the device has answered. */
const entered: Record<Entered, Sign> = {
  busy: { text: "El usuario registra una sesión vigente" },
  blocked: { text: "Acceso bloqueado" },
  variant_unsupported: { selector: "main.portal-pyme" },
  companies: { selector: "form#empresas" },
  inside: { selector: "span[data-rut]" },
};

/** The device was not asked in time, refused, or is no longer waited for. */
const notApproved: Record<"expired" | "refused", Sign> = {
  expired: { selector: "#estado[data-estado='EXPIRADA']" },
  refused: { text: "La autorización no está vigente" },
};

const pending = "#estado[data-estado='PENDIENTE']";

/**
 * The page requests the approval and continues by itself. After the wait the request is cancelled,
 * so that a late approval opens no session that nobody logs out of.
 */
export async function awaitApproval(
  session: BrowserSession,
  approvalWaitMs: number,
): Promise<Entered | "approval_pending" | "unknown"> {
  const { page } = session;
  const table = { ...entered, ...notApproved };
  const answer = await waitForOutcome(session, page, table, { limitMs: approvalWaitMs });
  switch (answer) {
    case "expired":
    case "refused":
      return "approval_pending";
    case "unknown":
      return (await isPending(session)) ? cancel(session) : "unknown";
    case "companies":
    case "inside":
    case "variant_unsupported":
    case "busy":
    case "blocked":
      return answer;
  }
}

async function isPending(session: BrowserSession): Promise<boolean> {
  const shown = session.page.locator(pending);
  return (await step(session, "look at the approval", () => shown.count())) > 0;
}

async function cancel(session: BrowserSession) {
  const { page } = session;
  await navigate(session, page.mainFrame(), () =>
    page.getByRole("button", { name: "Cancelar" }).click(),
  );
  // Approved at the last moment: the portal continued before the request could be cancelled.
  const table = { ...entered, cancelled: { selector: "form#identificacion" } };
  const answer = await waitForOutcome(session, page, table);
  return answer === "cancelled" ? "approval_pending" : answer;
}
