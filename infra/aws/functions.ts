import { bundleOptions, bundles, type FunctionName } from "./bundle.ts";
import { isProduction } from "./stage.ts";

/** The component would let anybody in the account assume the role. */
const lambdaAlone = aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" });

type Built = Pick<sst.aws.FunctionArgs, "handler" | "runtime" | "nodejs" | "logging" | "transform">;

/** What every function shares, and how its bundle is made. */
export function built(name: FunctionName): Built {
  const { entry, install, splitting, keepNames } = bundles[name];
  const { format, minify, sourcemap, esbuild } = bundleOptions;
  return {
    handler: entry.replace(/\.ts$/, ".handler"),
    runtime: "nodejs24.x",
    nodejs: {
      format,
      minify,
      sourcemap,
      splitting,
      install: [...install],
      esbuild: { external: [...esbuild.external], keepNames },
    },
    transform: { role: { assumeRolePolicy: lambdaAlone } },
    // Our lines are JSON already, and metrics are extracted from single lines.
    logging: { format: "text", retention: isProduction ? "3 months" : "1 week" },
  };
}

/** A function without a browser runs on the cheaper processor. */
export function builtSmall(name: FunctionName): Built & { architecture: "arm64" } {
  return { ...built(name), architecture: "arm64" };
}
