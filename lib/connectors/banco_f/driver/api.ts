import { askInPage, type BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { ownPage, parseAnswer, parseJson, unknownShape } from "#lib/contract/bank/index.ts";
import { codes, Envelope, Owned } from "../portal.ts";

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
): Promise<Envelope> {
  const url = `${baseUrl}/api/v2${path}`;
  const headers = { authorization: `Bearer ${token}` };
  return parseJson(Envelope, (await askInPage(session, { url, method, headers })).text);
}

/** The data of an answer that is about this company and nobody else. */
export async function companyData(api: Api, path: string, rut: string): Promise<Envelope> {
  const answer = await call(api, path);
  const asksToLogIn = answer.codigo === codes.ended;
  if (answer.codigo !== codes.ok && !asksToLogIn) throw unknownShape("a refusal that is not known");
  const owner = asksToLogIn ? null : parseRut(parseAnswer(Owned, answer).titular.rut);
  ownPage({ asksToLogIn, titular: owner }, rut);
  return answer;
}
