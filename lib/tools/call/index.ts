export {
  answerError,
  answerSuccess,
  errorEnvelope,
  headersOf,
  metaOf,
  retryAfter,
} from "./answer.ts";
export { admit, isKnown } from "./authenticate.ts";
export { type Call, chargeFor, contextOf, newCall, runOf, startRun, tellOfKey } from "./call.ts";
export { protectedResourcePath } from "./challenge.ts";
export { checkedInput } from "./checked-input.ts";
export {
  billingRefusal,
  checkConnection,
  checkConnectionFor,
  checkEnabled,
  checkScopes,
  connectionOfCall,
  findTool,
  inputOf,
  strictQuotaOf,
  whyNotNow,
} from "./checks.ts";
export { type FixCall, fixes, fixFor, withFix } from "./fixes.ts";
export { issuesOf } from "./issues.ts";
export { nearestIds } from "./nearest-ids.ts";
export { controlBody, parseOutput } from "./parse-output.ts";
export type { RefusalEnvelope, ExecuteDeps, CallMeta, ToolAnswer, ToolRequest } from "./request.ts";
export { recordFailure, recordOutcome, recordStart, recordSuccess } from "./record-outcome.ts";
export { runTool, bodyText } from "./run-tool.ts";
export { sourceRefusal } from "./source-refusal.ts";
export { exampleAt, wouldRefuse } from "./would-refuse.ts";
