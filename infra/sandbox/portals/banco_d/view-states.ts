import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { Bank, SessionMark } from "../../bank/bank.ts";
import type { SandboxEnv } from "../../system/system.ts";

type Form = "Ingreso" | "Empresas" | "Movimientos";

interface ViewStates {
  /** The hidden `__VISTA` of a form being shown. */
  issue(c: Context<SandboxEnv>, form: Form): string;
  /** Whether this form was shown to this visitor and has not been submitted: each can be submitted once. */
  spend(c: Context<SandboxEnv>, form: Form, state: string): boolean;
}

export interface BancoD extends Bank {
  views: ViewStates;
}

const statesKept = 20_000;

export function createViewStates(mark: SessionMark): ViewStates {
  const shown = new Map<string, string>();
  const keyOf = (c: Context<SandboxEnv>, form: Form) =>
    form === "Ingreso" ? form : `${form}|${mark.read(c) ?? ""}`;

  return {
    issue(c, form) {
      const state = `/wEP${randomBytes(48).toString("base64")}`;
      shown.set(state, keyOf(c, form));
      const [oldest] = shown.keys();
      if (shown.size > statesKept && oldest) shown.delete(oldest);
      return state;
    },
    spend(c, form, state) {
      const isKnown = shown.get(state) === keyOf(c, form);
      if (isKnown) shown.delete(state);
      return isKnown;
    },
  };
}
