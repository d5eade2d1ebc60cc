export { dropExpiredResponses } from "./drop-expired-responses.ts";
export { type KeptAnswer, runOnce } from "./run-once.ts";
