import type { Tool } from "#lib/contract/index.ts";
import { annulmentTools } from "./annulments/tools/index.ts";
import { documentTools } from "./documents/tools/index.ts";
import { feeReceiptTools } from "./fee-receipts/tools/index.ts";
import { folderTools } from "./folders/tools/index.ts";
import { invoicingTools } from "./invoicing/tools/index.ts";
import { mailTools } from "./mail/tools/index.ts";

const tools: readonly Tool[] = [
  ...documentTools,
  ...feeReceiptTools,
  ...annulmentTools,
  ...folderTools,
  ...invoicingTools,
  ...mailTools,
];

/** Those that bear the system's name. */
export function actToolsOf(connector: string): readonly Tool[] {
  return tools.filter((tool) => tool.connector === connector);
}
