/** How each function is bundled: `npm run build` here, the platform's own build when deployed. */
export interface FunctionBundle {
  name: FunctionName;
  /** From the repository's root. It exports `handler`. */
  entry: string;
  /** Packages that lie beside the bundle, with whatever they need. */
  install: readonly string[];
}

export const functionNames = [
  "api",
  "sync-worker",
  "emission-worker",
  "drain-deliveries",
  "housekeeping",
] as const;

export type FunctionName = (typeof functionNames)[number];

// The packed browser is found by its place on disk, and its driver reads files of its own.
const browser = ["@sparticuz/chromium", "playwright-core"] as const;

export const bundles: Readonly<Record<FunctionName, FunctionBundle>> = {
  api: { name: "api", entry: "functions/api/index.ts", install: [] },
  "sync-worker": {
    name: "sync-worker",
    entry: "functions/lambda/sync-worker.ts",
    install: browser,
  },
  "emission-worker": {
    name: "emission-worker",
    entry: "functions/lambda/emission-worker.ts",
    install: browser,
  },
  "drain-deliveries": {
    name: "drain-deliveries",
    entry: "functions/lambda/drain-deliveries.ts",
    install: [],
  },
  housekeeping: { name: "housekeeping", entry: "functions/lambda/housekeeping.ts", install: [] },
};

/** What the platform's builder is told, and our own with it. */
export const bundleOptions = {
  format: "esm",
  minify: true,
  sourcemap: true,
  // What is imported when first needed lies in files of its own, which a cold start does not read.
  splitting: true,
  esbuild: {
    target: "node24",
    // Asked for by pg inside a try, and never there.
    external: ["pg-native"],
  },
} as const;
