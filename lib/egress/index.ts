export { allowedPorts, longestUrl, type LocalName } from "./check-url.ts";
export { networkOf, networkOfCaller } from "./network-of.ts";
export { readDocument, type ReadDocument } from "./read-document.ts";
export { createEgress, type Egress, type Target, type TargetRefusal } from "./resolve-target.ts";
export { createSystemResolver, type Resolver } from "./resolver.ts";
export { createSender, type Sender } from "./sender.ts";
