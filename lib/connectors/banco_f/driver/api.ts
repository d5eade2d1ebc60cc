import { askInPage, type BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { unknownShape } from "#lib/contract/bank/index.ts";
import { SessionEnded } from "#lib/contract/index.ts";
import { understood } from "../parse/understood.ts";
import { Answer, codes, Owned } from "../portal.ts";

/** The way into the portal's JSON API: the token that its login page keeps in the tab. */
export interface Api {
  session: BrowserSession;
  baseUrl: string;
  token: string;
}

/** Any answer, refusals too: what a code means is the caller's to say. */
export async function call(
  { session, baseUrl, token }: Api,
  path: string,
  method: "GET" | "POST" = "GET",
): Promise<Answer> {
  const url = `${baseUrl}/api/v2${path}`;
  const headers = { authorization: `Bearer ${token}` };
  return understood(Answer, parsed((await askInPage(session, { url, method, headers })).text));
}

/** The data of an answer that is about this company and nobody else. */
export async function companyData(api: Api, path: string, rut: string): Promise<Answer> {
  const answer = await call(api, path);
  if (answer.codigo === codes.ended) throw new SessionEnded();
  if (answer.codigo !== codes.ok) throw unknownShape("a refusal that is not known");
  const { titular } = understood(Owned, answer);
  const owner = parseRut(titular.rut);
  if (owner === null) throw unknownShape("an answer that names no company");
  if (owner !== rut) throw new AppError("connection_identity_mismatch");
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unknownShape("an answer that is not JSON");
  }
}
