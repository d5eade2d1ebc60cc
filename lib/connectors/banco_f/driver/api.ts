import { askInPage, type BrowserSession } from "#lib/browser/index.ts";
import { parseRut } from "#lib/chile/index.ts";
import { ownPage, parseAnswer, parseJson, unknownShape } from "#lib/contract/bank/index.ts";
import { codes, Envelope, Owned } from "../portal.ts";

/** Access to the portal's JSON API: the token that its login page stores in the tab. */
export interface Api {
  session: BrowserSession;
  baseUrl: string;
  token: string;
}

/** Returns any answer, refusals too: the caller decides what a code means. */
export async function call(
  { session, baseUrl, token }: Api,
  path: string,
  method: "GET" | "POST" = "GET",
): Promise<Envelope> {
  const url = `${baseUrl}/api/v2${path}`;
  const headers = { authorization: `Bearer ${token}` };
  return parseJson(Envelope, (await askInPage(session, { url, method, headers })).text);
}

/** The data of an answer, which must be about this company and no other. */
export async function companyData(api: Api, path: string, rut: string): Promise<Envelope> {
  const answer = await call(api, path);
  const asksToLogIn = answer.codigo === codes.ended;
  if (answer.codigo !== codes.ok && !asksToLogIn) throw unknownShape("a refusal that is not known");
  const owner = asksToLogIn ? null : parseRut(parseAnswer(Owned, answer).titular.rut);
  ownPage({ asksToLogIn, titular: owner }, rut);
  return answer;
}
