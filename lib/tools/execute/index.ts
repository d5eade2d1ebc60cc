export { errorEnvelope, retryAfter } from "./answer.ts";
export { requiredScopes } from "./checks.ts";
export { control, type ControlAnswer, type ControlRequest } from "./control.ts";
export { execute } from "./execute.ts";
export { controlBody, heldTo } from "./held-answer.ts";
export { issuesOf } from "./issues.ts";
export { type FixCall, fixes, fixFor } from "./fixes.ts";
export type { ErrorEnvelope, ExecuteDeps, Meta, Surface, ToolAnswer } from "./request.ts";
export { wouldRefuse } from "./would-refuse.ts";
