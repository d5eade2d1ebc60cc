import type { MachineClock } from "./clock.ts";
import { startProcess, type FunctionProcess, type Machine } from "./function-process.ts";
import type { Outcome } from "./runtime-api.ts";
import type { Package } from "./stage.ts";

export interface LambdaOptions {
  package: Package;
  timeoutMs: number;
  clock: MachineClock;
  /** What the infrastructure sets, as text. */
  env: Record<string, string>;
  /** Called whenever a process starts; by default the test's own machine. */
  on?: Machine | undefined;
}

/** One deployed function with at most one process: started by the first event, frozen between events. */
export interface Lambda {
  /** The handler's result. */
  invoke<Result>(event: unknown): Promise<Result>;
  /** Its error, if the test expects a failure. */
  outcome(event: unknown): Promise<Outcome | { kind: "timed_out" }>;
  /** The id of the process that would take the next event; null if there is none. */
  readonly pid: number | null;
  /** Everything that its processes wrote. */
  logs(): string;
  /** Ends the process, as the platform may at any time: the next event starts a new one. */
  recycle(): Promise<void>;
  close(): Promise<void>;
}

export function createLambda(options: LambdaOptions): Lambda {
  const { package: deployed, clock, timeoutMs, on = (command) => command } = options;
  const env = { ...platformEnvironment(deployed, clock), ...options.env };
  let running: FunctionProcess | null = null;
  let written = "";
  const log = (text: string): void => void (written += text);

  const endProcess = async (): Promise<void> => {
    await running?.end();
    running = null;
  };

  async function outcome(event: unknown): Promise<Outcome | { kind: "timed_out" }> {
    running ??= await startProcess({ env, log, on });
    const { promise: late, resolve: ringOut } = Promise.withResolvers<{ kind: "timed_out" }>();
    const timer = setTimeout(() => ringOut({ kind: "timed_out" }), timeoutMs);
    try {
      const invocation = { event, deadline: clock.now().getTime() + timeoutMs };
      const ended = await Promise.race([running.run(invocation), late]);
      if (ended.kind === "timed_out") await endProcess();
      return ended;
    } catch (error) {
      // The process is gone: the next event starts a new one.
      await endProcess();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    outcome,
    invoke: async <Result>(event: unknown) => {
      const ended = await outcome(event);
      if (ended.kind === "answered") return ended.result as Result;
      throw new Error(`${deployed.name}: ${JSON.stringify(ended)}\n${written}`);
    },
    get pid() {
      return running?.pid ?? null;
    },
    logs: () => written,
    recycle: endProcess,
    close: async () => {
      await endProcess();
      await deployed.remove();
    },
  };
}

function platformEnvironment(
  { folder, name }: Package,
  clock: MachineClock,
): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "en_US.UTF-8",
    TZ: ":UTC",
    _HANDLER: `${name}.handler`,
    LAMBDA_TASK_ROOT: folder,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: `connect-${name}`,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "2048",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/connect-${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "harness",
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    MACHINE_CLOCK: clock.file,
  };
}
