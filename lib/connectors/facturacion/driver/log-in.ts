import { onlyCompany, wantedCompany, type Entry } from "#lib/contract/bank/index.ts";
import type { InvoicingAccount, LoginOutcome } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import { parseAccount } from "../parse/account.ts";
import { apiFailure, type Api, type ApiAnswer } from "./api.ts";

interface Login {
  outcome: LoginOutcome;
  /** What the key could read; null when it was not accepted. */
  account: InvoicingAccount | null;
}

/** There is no session: a key that can read its own account counts as a login. */
export async function logInByKey(api: Api, entry: Entry): Promise<Login> {
  api.enter(entry.credential["apiKey"] ?? "");
  await entry.onSend();
  const answer = await api.ask({ path: "cuenta" });
  if (answer.status === 200) {
    const account = parseAccount(answer.json);
    const { rut, razonSocial } = account;
    const outcome = onlyCompany({ rut, razonSocial }, wantedCompany(entry));
    // A key has one company, so there is no list from which the connection's is missing.
    if (entry.isConnected && outcome.kind === "company_not_offered") {
      throw new AppError("connection_identity_mismatch");
    }
    return { outcome, account };
  }
  return { outcome: refusalOf(answer), account: null };
}

function refusalOf(answer: ApiAnswer): LoginOutcome {
  if (answer.status >= 500) return { kind: "maintenance" };
  switch (answer.problem?.kind) {
    case "clave-ausente":
    case "clave-no-valida":
      return { kind: "rejected" };
    case "cuenta-suspendida":
      return { kind: "blocked" };
    default:
      throw apiFailure(answer);
  }
}
