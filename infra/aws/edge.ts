import { domain } from "./stage.ts";

/** The cloud's own policy that keeps nothing, and never answers two callers with one answer. */
const keepNothing = "4135ea2d-6df8-44a3-9dff-4b5a84be39ad";

/** In front of the API: its address is known before the API is made, which has to know it. */
export const edge = new sst.aws.Router("Edge", {
  ...(domain !== undefined && { domain }),
  transform: {
    cdn: (args) => {
      // The component's policy tells callers apart by nothing, and joins requests that come at once.
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        cachePolicyId: keepNothing,
      }));
    },
  },
});
