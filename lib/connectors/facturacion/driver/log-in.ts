import { onlyCompany, wantedCompany, type Entry } from "#lib/contract/bank/index.ts";
import type { LoginOutcome } from "#lib/contract/index.ts";
import { parseAccount } from "../parse/account.ts";
import { failureOf, type Api } from "./api.ts";

/** There is no session: a key that can read its own account counts as a login. */
export async function logIn(api: Api, entry: Entry): Promise<LoginOutcome> {
  api.enter(entry.credential["apiKey"] ?? "");
  await entry.onSend();
  const answer = await api.ask({ path: "cuenta" });
  if (answer.status === 200) {
    const { rut, razonSocial } = parseAccount(answer.json);
    return onlyCompany({ rut, razonSocial }, wantedCompany(entry));
  }
  if (answer.status >= 500) return { kind: "maintenance" };
  switch (answer.problem?.kind) {
    case "clave-ausente":
    case "clave-no-valida":
      return { kind: "rejected" };
    case "cuenta-suspendida":
      return { kind: "blocked" };
    default:
      throw failureOf(answer);
  }
}
