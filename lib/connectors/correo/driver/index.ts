import type { DriverOptions, LoginHooks, PortalDriver } from "#lib/contract/index.ts";
import { AppError } from "#lib/kernel/errors/index.ts";
import * as z from "zod";
import { apiMailbox } from "./api-mailbox.ts";
import { MailApi, TokenNotTaken } from "./mail-api.ts";
import { exchangeCode, renewTokens } from "./tokens.ts";

export const needs = "http";

/** A token that expires sooner is renewed first: it must last for the whole visit. */
const leastLeftMs = 120_000;

const Account = z.object({ cuenta: z.email(), permisos: z.array(z.string()) });
type Account = z.infer<typeof Account>;

export function open({
  baseUrl,
  client,
  now,
  signal,
}: DriverOptions & { signal: AbortSignal }): PortalDriver {
  const api = new MailApi(baseUrl, signal);
  const asker = { client, now, signal };

  async function accountOf(accessToken: string): Promise<Account> {
    api.use(accessToken);
    return api.get(Account, { path: "/cuenta" });
  }

  /** Uses the stored tokens, renewed if they expire soon or are not accepted. */
  async function enter(
    kept: Readonly<Record<string, string>>,
    hooks: LoginHooks,
  ): Promise<Account> {
    const renew = async (): Promise<Account> => {
      const renewed = await hooks.renewed?.((fields) => renewTokens(asker, fields));
      if (renewed === undefined) throw new AppError("connected_account_required");
      return accountOf(renewed["accessToken"] ?? "");
    };
    const endsAt = new Date(kept["expiraEn"] ?? 0).getTime();
    if (endsAt - now.getTime() < leastLeftMs) return renew();
    return accountOf(kept["accessToken"] ?? "").catch((error: unknown) => {
      if (error instanceof TokenNotTaken) return renew();
      throw error;
    });
  }

  return {
    async login(fields, companyRut, hooks) {
      if (companyRut === null) throw new TypeError("an account without its company");
      if (fields["codigo"] === undefined) {
        const { cuenta, permisos } = await enter(fields, hooks);
        return { kind: "ok", company: { rut: companyRut, razonSocial: null, cuenta }, permisos };
      }
      await hooks.submitting();
      const tokens = await exchangeCode(asker, fields);
      const { cuenta, permisos } = await accountOf(tokens.accessToken);
      const company = { rut: companyRut, razonSocial: null, cuenta };
      return { kind: "ok", company, permisos, credential: { ...tokens, cuenta } };
    },
    read: () => Promise.reject(new TypeError("nothing is read ahead of a call")),
    // What a person allowed stays until they revoke it.
    logout: () => Promise.resolve(),
    mailbox: apiMailbox(api),
  };
}
