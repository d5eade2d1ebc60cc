import { edgeSecrets } from "./secrets.ts";
import { domain } from "./stage.ts";

/** The cloud's own policy that caches nothing, and never answers two callers with one answer. */
const keepNothing = "4135ea2d-6df8-44a3-9dff-4b5a84be39ad";

/**
 * Requests per address in five minutes, a hundred a second: ten keys at their limits. Anything above is a flood,
 * which the edge answers without starting a function.
 */
const requestsOfAddress = 30_000;

/** A secret that only the edge knows; without it the function's own URL answers 403. */
const newestSecret = edgeSecrets.value.apply((list) => list.split(",")[0] ?? "");

/**
 * A request that the edge's function leaves without an origin, because it could not read the routes, would go to a name
 * of the platform's maker: unencrypted, with the caller's key and our secret. Names under this ending do not exist.
 */
const nowhere = "unrouted.example";

/** In front of the API. Its address is known before the API is made, which needs to know it. */
export const edge = new sst.aws.Router("Edge", {
  ...(domain !== undefined && { domain }),
  waf: {
    rateLimitPerIp: requestsOfAddress,
    // Our own schemas check bodies; heuristic rules would refuse some company's name.
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
      // The component's policy does not tell callers apart, and merges simultaneous requests.
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        cachePolicyId: keepNothing,
      }));
      // Set on the distribution, not in the edge's function, whose code anybody in the account can read. An origin
      // chosen by the function keeps the settings it does not override, including these headers.
      args.origins = $output(args.origins).apply((origins) =>
        origins.map((origin) => ({
          ...origin,
          domainName: nowhere,
          customOriginConfig: {
            httpPort: 80,
            httpsPort: 443,
            originProtocolPolicy: "https-only",
            originSslProtocols: ["TLSv1.2"],
          },
          customHeaders: [{ name: "x-connect-edge", value: newestSecret }],
        })),
      );
    },
  },
});
