import type { Context } from "hono";
import { BackLink } from "./pages/back-link.tsx";
import { MessagePage, type Message } from "./pages/message-page.tsx";
import type { ConnectVariables } from "./record-visit.ts";
import { respond } from "./pages/shell.tsx";

/** What failed on our side of the form; the way back is shown once the link is known. */
export function toldPage(
  c: Context<ConnectVariables>,
  message: Message,
  status: number,
): Promise<Response> {
  const { link } = c.var;
  const page = (
    <MessagePage {...message}>
      {link !== undefined && <BackLink link={link} state="error" />}
    </MessagePage>
  );
  return respond(page, status);
}
