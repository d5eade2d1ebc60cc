import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { docsPage, guidePage, llmsTxt, openApiJson } from "./documents.ts";
import { health, ready } from "./health.ts";
import { getOperation, receiptKeys } from "./emissions.ts";
import { protectedMcp, protectedResource } from "./mcp.ts";
import { cancelSync, getSync, listSyncs } from "./syncs.ts";
import { describeTool, listTools } from "./tools.ts";
import { webhookOperations } from "./webhooks.ts";

export { describeTool, docsPage, guidePage, health, listTools, llmsTxt, openApiJson, ready };

export { protectedMcp, protectedResource, protectedResourcePath } from "./mcp.ts";

/** Every endpoint that is not a tool. A route answers nothing unless its operation is here. */
export const controlOperations: readonly ControlOperation[] = [
  listTools,
  describeTool,
  listSyncs,
  getSync,
  cancelSync,
  getOperation,
  receiptKeys,
  ...webhookOperations,
  protectedResource,
  protectedMcp,
  openApiJson,
  docsPage,
  guidePage,
  llmsTxt,
  health,
  ready,
];
