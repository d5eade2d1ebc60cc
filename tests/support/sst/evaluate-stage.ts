import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { spawnChild } from "../processes/child-process.ts";
import type { Resource } from "./engine.ts";
import { platform, root } from "./platform.ts";
import { startRpcServer } from "./rpc-server.ts";

export interface Stage {
  stage: string;
  /** The environment of the shell that deploys it. */
  environment?: Record<string, string>;
  /** The contents of `infra/aws/stages/<stage>.json`, production's by default; null: there is none. */
  file?: Record<string, unknown> | null;
}

const productions = {
  region: "us-east-1",
  domain: "connect.example.org",
  operators: ["arn:aws:iam::111122223333:user/ana"],
};

export interface Evaluated {
  app: Record<string, unknown>;
  resources: Resource[];
  /** What the platform was asked to bundle, by the component's name. */
  builds: Record<string, unknown>[];
}

/** Evaluates `sst.config.ts` with the platform's own components, and returns what they would create. */
export async function evaluateStage({
  stage,
  environment = {},
  file: said = stage === "production" ? productions : null,
}: Stage): Promise<Evaluated> {
  // The program must be where the platform's packages are found.
  await mkdir(path.join(platform, "evaluated"), { recursive: true });
  const folder = await mkdtemp(path.join(platform, "evaluated", `${stage}-`));
  const builds: Record<string, unknown>[] = [];
  const bundled = path.join(folder, "bundle");
  const rpc = await startRpcServer((method, args) => {
    if (method === "Provider.Aws.Bootstrap") return { asset: "assets", state: "state" };
    if (method !== "Runtime.Build") return undefined;
    builds.push(args);
    return { handler: "bundle.handler", out: bundled, errors: [], sourcemaps: [] };
  });
  try {
    await mkdir(bundled);
    await writeFile(path.join(bundled, "bundle.mjs"), "export const handler = () => undefined;\n");
    const file = path.join(folder, "stage.mjs");
    await buildProgram(file, folder, stage);
    const stages = path.join(folder, "infra/aws/stages");
    await mkdir(stages, { recursive: true });
    await mkdir(path.join(folder, "dist/client"), { recursive: true });
    if (said !== null) await writeFile(path.join(stages, `${stage}.json`), JSON.stringify(said));
    const child = spawnChild(process.execPath, [file], {
      env: { ...asStored(secrets), ...environment, SST_SERVER: rpc.url },
      folder,
    });
    const { code } = await child.ended;
    const { stdout, stderr } = child.output();
    if (code !== 0) throw new Error(`the stage was not evaluated:\n${stdout}\n${stderr}`);
    const result = await readFile(path.join(folder, "evaluated.json"), "utf8");
    return { ...(JSON.parse(result) as Omit<Evaluated, "builds">), builds };
  } finally {
    await rpc.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Values that must not appear outside of a sealed place. */
export const marks = {
  password: "marked-password",
  workerPassword: "marked-worker-password",
  keeperPassword: "marked-keeper-password",
  authPassword: "marked-auth-password",
  authSecrets: createHash("sha256").update("marked-auth").digest("base64"),
  edgeSecret: "marked-secret-of-the-edge-000000000",
  serviceSecret: createHash("sha256").update("marked").digest("base64"),
};

const secrets = {
  SST_SECRET_DatabaseUrl: `postgres://connect_app:${marks.password}@db.example.org/connect?sslmode=verify-full`,
  SST_SECRET_WorkerDatabaseUrl: `postgres://connect_worker:${marks.workerPassword}@db.example.org/connect?sslmode=verify-full`,
  SST_SECRET_KeeperDatabaseUrl: `postgres://connect_keeper:${marks.keeperPassword}@db.example.org/connect?sslmode=verify-full`,
  SST_SECRET_AuthDatabaseUrl: `postgres://connect_auth:${marks.authPassword}@db.example.org/connect?sslmode=verify-full`,
  SST_SECRET_AuthSecrets: marks.authSecrets,
  SST_SECRET_EdgeSecrets: `${marks.edgeSecret},older-secret-of-the-edge-000000000`,
  SST_SECRET_ServiceSecret: marks.serviceSecret,
  SST_SECRET_IndicatorsBaseUrl: "https://indicators.example.org",
  SST_SECRET_LegalName: "Connect de prueba SpA",
  SST_SECRET_Contact: "ayuda@example.org",
  SST_SECRET_PrivacyUrl: "https://example.org/privacidad",
  SST_SECRET_TermsUrl: "https://example.org/condiciones",
  SST_SECRET_AlarmEmail: "alarms@example.org",
  SST_SECRET_PortalUrls: JSON.stringify({ banco_a: "https://banco-a.example.org" }),
};

/** `sst secret set … <<<value` stores the line with its end. */
const asStored = (lines: Record<string, string>) =>
  Object.fromEntries(Object.entries(lines).map(([name, line]) => [name, `${line}\n`]));

/** One program from the configuration and the platform, as its command line makes it. */
async function buildProgram(file: string, folder: string, stage: string): Promise<void> {
  const quoted = (...parts: string[]) => JSON.stringify(path.join(...parts));
  await build({
    stdin: {
      contents: `
        import { writeFileSync } from "node:fs";
        import * as aws from "@pulumi/aws";
        import * as pulumi from "@pulumi/pulumi";
        import * as sst from ${quoted(platform, "src/components/index.ts")};
        import { run } from ${quoted(platform, "src/auto/run.ts")};
        import config from ${quoted(root, "sst.config.ts")};
        import { evaluate } from ${quoted(root, "tests/support/sst/engine.ts")};
        Object.assign(globalThis, { aws, sst });
        const stage = ${JSON.stringify(stage)};
        const app = await config.app({ stage });
        Object.assign(globalThis.stageOfProgram, app);
        const resources = await evaluate(pulumi, stage, () => run(config.run));
        writeFileSync(${quoted(folder, "evaluated.json")}, JSON.stringify({ app, resources }));
        process.exit(0);`,
      resolveDir: platform,
      loader: "ts",
    },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "esnext",
    keepNames: true,
    external: [
      "@pulumi/*",
      "@pulumiverse/*",
      "@aws-sdk/*",
      "undici",
      "esbuild",
      "archiver",
      "glob",
    ],
    nodePaths: [path.join(platform, "node_modules")],
    define: {
      $app: "globalThis.stageOfProgram",
      $dev: "false",
      $cli: JSON.stringify({
        command: "deploy",
        rpc: "",
        // The folder of the deployment, where the stage's file is found.
        paths: { home: folder, root: folder, work: folder, platform },
        state: { version: {} },
      }),
    },
    inject: [path.join(platform, "src/shim/run.js")],
    banner: {
      js: [
        `globalThis.stageOfProgram = { stage: ${JSON.stringify(stage)} };`,
        `import { createRequire as topLevelCreateRequire } from "module";`,
        `const require = topLevelCreateRequire(import.meta.url);`,
        `const __dirname = import.meta.dirname;`,
      ].join("\n"),
    },
    logLevel: "error",
  });
}
