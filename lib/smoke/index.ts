export { answerOpenSmoke } from "./answer-open-smoke.ts";
export { answerSmoke } from "./answer-smoke.ts";
export { failedParts, smokeWaitMs, unheardParts, type SmokeResults } from "./parts.ts";
export { readSmoke, startSmoke } from "./start-smoke.ts";
export { tendSmokes } from "./tend-smokes.ts";
