import type { ControlOperation } from "#lib/tools/documents/index.ts";
import { getClientPackage } from "./client-package/operations.ts";
import {
  docsPage,
  docsSubject,
  docsSubjectIn,
  docsTopPage,
  llmsTxt,
  openApiJson,
} from "./documents/operations.ts";
import { health, ready } from "./health/operations.ts";
import { getExport } from "./exports/operations.ts";
import { getOffered, getOperation, receiptKeys } from "./emissions/operations.ts";
import { protectedMcp, protectedResource } from "./mcp/operations.ts";
import { cancelSync, getSync, listSyncs } from "./syncs/operations.ts";
import { describeTool, listTools } from "./tools/operations.ts";
import { webhookOperations } from "./webhooks/operations.ts";

/** Every endpoint that is not a tool. A route is not served unless its operation is listed here. */
export const controlOperations: readonly ControlOperation[] = [
  listTools,
  describeTool,
  listSyncs,
  getSync,
  cancelSync,
  getOperation,
  getOffered,
  getExport,
  receiptKeys,
  ...webhookOperations,
  protectedResource,
  protectedMcp,
  openApiJson,
  docsPage,
  docsSubject,
  docsSubjectIn,
  docsTopPage,
  llmsTxt,
  getClientPackage,
  health,
  ready,
];
