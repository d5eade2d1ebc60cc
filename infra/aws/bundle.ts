/** How each function is bundled: by `npm run build` here, by the platform's own build when deployed. */
export interface FunctionBundle {
  name: FunctionName;
  /** Its name in the log. */
  program: string;
  /** Relative to the repository's root. It exports `handler`. */
  entry: string;
  /** Packages installed next to the bundle, with their dependencies. */
  install: readonly string[];
  /** Whether lazy imports get their own files, which a cold start does not read. */
  splitting: boolean;
  /** Whether minified functions and classes get their source names back at run time. */
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
  // The packed browser is found by its path on disk, and its driver reads its own files.
  install: ["@sparticuz/chromium", "playwright-core"],
  // Functions are sent into pages as text, and the helper that restores names would be missing there.
  splitting: false,
  keepNames: true,
} as const;

export const bundles: Readonly<Record<FunctionName, FunctionBundle>> = {
  api: {
    name: "api",
    program: "api",
    entry: "functions/api/index.ts",
    ...small,
    // Restoring them is 4 % of its cold start, and nothing in it uses a name. Log lines have positions.
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
    entry: "functions/workers/sync-worker.ts",
    ...browser,
  },
  "emission-worker": {
    name: "emission-worker",
    program: "emission",
    entry: "functions/workers/emission-worker.ts",
    ...browser,
  },
  "credential-broker": {
    name: "credential-broker",
    program: "broker",
    entry: "functions/workers/credential-broker.ts",
    ...small,
  },
  "drain-deliveries": {
    name: "drain-deliveries",
    program: "drain",
    entry: "functions/workers/drain-deliveries.ts",
    ...small,
  },
  housekeeping: {
    name: "housekeeping",
    program: "housekeeping",
    entry: "functions/workers/housekeeping.ts",
    ...small,
  },
};

/** pg requires these inside a try and they are never installed; the cloud's clients need them only in a page. */
export const neverThere = ["pg-native", "bowser"] as const;

/**
 * The cloud's clients load these for credentials from a person's file that requires a sign-in or another role. A
 * function has credentials in its environment; with such a file it fails and names the missing package.
 */
export const signIns = [
  "@aws-sdk/credential-provider-sso",
  "@aws-sdk/credential-provider-login",
  "@aws-sdk/nested-clients",
] as const;

/**
 * Passed to the platform's builder and to ours. The platform's builder silently drops a target given by name and
 * writes for the newest, so `infra/build` does too. `tests/contract/bundles.test.ts` checks that the runtime knows
 * all syntax used.
 */
export const bundleOptions = {
  format: "esm",
  minify: true,
  // Not used at run time: `npm run admin -- stage stack` builds the maps of the release that a log names.
  sourcemap: false,
  esbuild: { external: [...neverThere, ...signIns] },
} as const;
