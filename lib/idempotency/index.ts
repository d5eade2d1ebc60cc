export { dropExpiredResponses } from "./finish-key.ts";
export { type KeptAnswer, runOnce } from "./run-once.ts";
