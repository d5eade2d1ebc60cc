import { defineConnector, type Connector, type Manifest } from "../connector.ts";
import type { Dataset } from "../dataset.ts";
import { syncTool, verifyTool } from "../sync-tools.ts";
import type { Tool } from "../tool.ts";
import { accountsTool } from "./accounts-tool.ts";
import type { Cuenta } from "./accounts.ts";

interface BankSpec {
  /** What an agent should know of a sync at this bank. */
  note: string;
  accounts: Dataset<Cuenta>;
  /** An account as this bank writes it. */
  account: Pick<Cuenta, "numeroCuenta" | "tipo"> & Partial<Cuenta>;
  tools: readonly Tool[];
}

/** A bank's own tools and those that its manifest implies: sincronizar, verificar, cuentas. */
export function defineBank(
  manifest: Manifest,
  { note, accounts, account, tools }: BankSpec,
): Connector {
  return defineConnector(manifest, [
    syncTool(manifest, note),
    verifyTool(manifest),
    ...tools,
    accountsTool(accounts, account),
  ]);
}
