import { bundleOptions, bundles, type FunctionName } from "./bundle.ts";
import { isProduction } from "./stage.ts";

/** The component would let anybody in the account assume the role. */
const lambdaAlone = aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" });

/** What the cloud takes of a function's settings, names and values together. */
const mostSettingsBytes = 4096;

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
    transform: { role: { assumeRolePolicy: lambdaAlone }, function: withinLimit },
    // Our lines are JSON already, and metrics are extracted from single lines.
    logging: { format: "text", retention: isProduction ? "3 months" : "1 week" },
  };
}

/** A function without a browser runs on the cheaper processor. */
export function builtSmall(name: FunctionName): Built & { architecture: "arm64" } {
  return { ...built(name), architecture: "arm64" };
}

/** The cloud would refuse more when the other functions are already replaced. */
function withinLimit(args: aws.lambda.FunctionArgs, _opts: object, name: string): undefined {
  args.environment = $output(args.environment).apply((environment) => {
    const settings = Object.entries(environment?.variables ?? {});
    const bytes = settings.reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
    if (bytes <= mostSettingsBytes) return { variables: environment?.variables ?? {} };
    const [longest] = settings.toSorted(([, one], [, other]) => other.length - one.length);
    throw new Error(
      `${name}: its settings have ${bytes} bytes, and the cloud takes ${mostSettingsBytes}. The longest is ${longest?.[0]}.`,
    );
  });
}
