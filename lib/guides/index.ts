import { agents } from "./agents.ts";
import { emitting } from "./emitting.ts";
import { errors } from "./errors.ts";
import type { Guide } from "./block.ts";
import { limits } from "./limits.ts";
import { quickstart } from "./quickstart.ts";
import { reading } from "./reading.ts";
import { sandbox } from "./sandbox.ts";
import { syncing } from "./syncing.ts";
import { webhooks } from "./webhooks.ts";

export { callAsCurl, callAsTypeScript } from "./call-text.ts";
export type { Block, Guide } from "./block.ts";
export { blockMarkdown } from "./markdown.ts";
export { inlineOf } from "./inline.ts";

/** For people and for agents, in the order to read them. */
export const guides: readonly Guide[] = [
  quickstart,
  agents,
  reading,
  syncing,
  emitting,
  webhooks,
  errors,
  limits,
  sandbox,
];
