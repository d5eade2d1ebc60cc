/** How each function is bundled: `npm run build` here, the platform's own build when deployed. */
export interface FunctionBundle {
  name: FunctionName;
  /** What its lines of the log call it. */
  program: string;
  /** From the repository's root. It exports `handler`. */
  entry: string;
  /** Packages that lie next to the bundle, with what they need. */
  install: readonly string[];
  /** What is imported when first needed lies in files of its own, which a cold start does not read. */
  splitting: boolean;
  /** Whether minified functions and classes are given the names that they have in the sources, when they are made. */
  keepNames: boolean;
}

export const functionNames = [
  "api",
  "dashboard",
  "sync-worker",
  "emission-worker",
  "credential-broker",
  "drain-deliveries",
  "housekeeping",
] as const;

export type FunctionName = (typeof functionNames)[number];

const small = { install: [], splitting: true, keepNames: true } as const;

const browser = {
  // The packed browser is found by its place on disk, and its driver reads files of its own.
  install: ["@sparticuz/chromium", "playwright-core"],
  // Functions are sent into pages as text, and all files would call what keeps names differently.
  splitting: false,
  keepNames: true,
} as const;

export const bundles: Readonly<Record<FunctionName, FunctionBundle>> = {
  api: {
    name: "api",
    program: "api",
    entry: "functions/api/index.ts",
    ...small,
    // Giving them is 4 % of its cold start, and nothing in it goes by a name. The log tells places.
    keepNames: false,
  },
  dashboard: {
    name: "dashboard",
    program: "dashboard",
    entry: "functions/dashboard/index.ts",
    ...small,
  },
  "sync-worker": {
    name: "sync-worker",
    program: "sync",
    entry: "functions/lambda/sync-worker.ts",
    ...browser,
  },
  "emission-worker": {
    name: "emission-worker",
    program: "emission",
    entry: "functions/lambda/emission-worker.ts",
    ...browser,
  },
  "credential-broker": {
    name: "credential-broker",
    program: "broker",
    entry: "functions/lambda/credential-broker.ts",
    ...small,
  },
  "drain-deliveries": {
    name: "drain-deliveries",
    program: "drain",
    entry: "functions/lambda/drain-deliveries.ts",
    ...small,
  },
  housekeeping: {
    name: "housekeeping",
    program: "housekeeping",
    entry: "functions/lambda/housekeeping.ts",
    ...small,
  },
};

/** Asked for by pg inside a try, and never there; and by the cloud's clients where they run in a page. */
export const neverThere = ["pg-native", "bowser"] as const;

/**
 * Loaded by the cloud's clients for credentials that a file of a person says to sign in for, or to take another
 * role with. A function finds its own in its environment; one that is told of such a file fails by their names.
 */
export const signIns = [
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-login",
  "@aws-sdk/nested-clients",
] as const;

/**
 * What the platform's builder is told, and our own with it. It reads no target by name, and drops
 * one in silence: it writes for the newest there is, which `infra/build` does too. That nothing in them is newer
 * than what the runtime knows is told by `tests/contract/bundles.test.ts`.
 */
export const bundleOptions = {
  format: "esm",
  minify: true,
  // Nothing reads them where it runs: `npm run admin -- stage stack` builds those of the release that a log names.
  sourcemap: false,
  esbuild: { external: [...neverThere, ...signIns] },
} as const;
