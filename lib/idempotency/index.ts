export { dropExpiredResponses } from "./finish-key.ts";
export { fingerprintOf, type KeyedCall } from "./keyed-call.ts";
export { isKnownCall } from "./known-call.ts";
export { claimForOperation, operationUnder, releaseOperationKey } from "./operation-key.ts";
export { type KeptAnswer, runOnce } from "./run-once.ts";
