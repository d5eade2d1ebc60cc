import { defineConnector, type Connector, type Manifest } from "../tool/connector.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { syncTool, verifyTool } from "../sync/sync-tools.ts";
import type { Tool } from "../tool/tool.ts";
import { accountsTool } from "./accounts-tool.ts";
import type { Cuenta } from "./accounts.ts";

interface BankSpec {
  /** What an agent should know about a sync at this bank. */
  note: string;
  accounts: Dataset<Cuenta>;
  /** An account as this bank writes it. */
  account: Pick<Cuenta, "numeroCuenta" | "tipo"> & Partial<Cuenta>;
  balances: Tool;
  /** The tools that only this bank has. */
  tools: readonly Tool[];
}

/** A bank's own tools and those that every bank has: sincronizar, verificar, saldos, cuentas. */
export function defineBank(
  manifest: Manifest,
  { note, accounts, account, balances, tools }: BankSpec,
): Connector {
  return defineConnector(manifest, [
    syncTool(manifest, note),
    verifyTool(manifest),
    ...tools,
    balances,
    accountsTool(accounts, account),
  ]);
}
