export { isPublicAddress } from "./addresses.ts";
export {
  urlRefusals,
  type CheckedUrl,
  type LocalName,
  type LocalNames,
  type UrlRefusal,
} from "./check-url.ts";
export type { OutboundRequest, SendResult } from "./exchange.ts";
export { sendFailures, type SendFailure } from "./failure-reason.ts";
export {
  createEgress,
  targetRefusals,
  type Egress,
  type EgressOptions,
  type ResolvedTarget,
  type Target,
  type TargetRefusal,
} from "./resolve-target.ts";
export { createSystemResolver, type Resolver } from "./resolver.ts";
export { createSender, type Sender, type SenderOptions } from "./sender.ts";
