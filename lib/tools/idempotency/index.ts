export { dropExpiredResponses } from "./settle.ts";
export { type KeptAnswer, runOnce } from "./run-once.ts";
