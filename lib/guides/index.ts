import { agents } from "./agents.ts";
import { emitting } from "./emitting.ts";
import { errors } from "./errors.ts";
import { folders } from "./folders.ts";
import type { Guide } from "./block.ts";
import { limits } from "./limits.ts";
import { mail } from "./mail.ts";
import { quickstart } from "./quickstart.ts";
import { reading } from "./reading.ts";
import { sandbox } from "./sandbox.ts";
import { syncing } from "./syncing.ts";
import { webhooks } from "./webhooks.ts";

export { guideAt } from "./at-service.ts";
export { callAsCurl, callAsPython, callAsTypeScript } from "./call-text.ts";
export type { Block, ShownCall, Guide } from "./block.ts";
export { blockMarkdown } from "./markdown.ts";
export { inlineOf } from "./inline.ts";

/** For people and for agents, in reading order. */
export const guides: readonly Guide[] = [
  quickstart,
  agents,
  reading,
  syncing,
  emitting,
  folders,
  mail,
  webhooks,
  errors,
  limits,
  sandbox,
];
