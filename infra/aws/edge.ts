import { edgeSecrets } from "./secrets.ts";
import { domain } from "./stage.ts";

/** The cloud's own policy that keeps nothing, and never answers two callers with one answer. */
const keepNothing = "4135ea2d-6df8-44a3-9dff-4b5a84be39ad";

/**
 * Requests of one address in five minutes, a hundred a second: ten keys at their limits. More than
 * that is a flood, and is answered at the edge, where no function is taken for it.
 */
const requestsOfAddress = 30_000;

/** What the edge alone knows; the function's own url answers 403 without it. */
const newestSecret = edgeSecrets.value.apply((list) => list.split(",")[0] ?? "");

/** In front of the API: its address is known before the API is made, which has to know it. */
export const edge = new sst.aws.Router("Edge", {
  ...(domain !== undefined && { domain }),
  waf: {
    rateLimitPerIp: requestsOfAddress,
    // Bodies are checked by schemas of ours; rules that guess would refuse a company's name.
    managedRules: { coreRuleSet: false, knownBadInputs: false, sqlInjection: false },
  },
  edge: {
    // Overwrites what the caller sent under that name.
    viewerRequest: {
      injection: `event.request.headers["x-connect-address"] = { value: event.viewer.ip };`,
    },
  },
  transform: {
    cdn: (args) => {
      // The component's policy tells callers apart by nothing, and joins requests that come at once.
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        cachePolicyId: keepNothing,
      }));
      // Of the distribution, not of the edge's function, whose code anybody of the account can read.
      // An origin that the function chooses keeps what it does not say anew, so these headers too.
      args.origins = $output(args.origins).apply((origins) =>
        origins.map((origin) => ({
          ...origin,
          customHeaders: [{ name: "x-connect-edge", value: newestSecret }],
        })),
      );
    },
  },
});
