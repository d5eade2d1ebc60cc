// What the platform runs in a function's process: it loads the bundle and requests one event after the other. Plain
// Node runs this file, so it imports nothing of ours.
import { request } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";

type Handler = (event: unknown, context: object) => unknown;

const env = process.env;
const runtimeApi = env["AWS_LAMBDA_RUNTIME_API"] ?? "";
const [file = "", exported = ""] = (env["_HANDLER"] ?? "").split(".");

interface Answer {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function call(method: string, to: string, body?: unknown, headers = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { "content-type": "application/json", ...headers } };
    const asked = request(`http://${runtimeApi}/2018-06-01/runtime/${to}`, options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => (text += piece));
      answer.once("end", () => resolve({ headers: answer.headers, body: text }));
      answer.once("error", reject);
    });
    asked.once("error", reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function load(): Promise<Handler> {
  const url = pathToFileURL(path.join(env["LAMBDA_TASK_ROOT"] ?? "", `${file}.mjs`)).href;
  const loaded = (await import(url)) as Record<string, unknown>;
  const found = loaded[exported];
  if (typeof found !== "function") throw new Error(`${file} exports no ${exported}`);
  // This version of the runtime no longer supports callbacks.
  if (found.length > 2) throw new Error(`${exported} takes a callback`);
  return found as Handler;
}

function failureOf(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name: errorType, message: errorMessage, stack = "" } = error;
  return { errorType, errorMessage, trace: stack.split("\n") };
}

function contextOf({ headers }: Answer): { awsRequestId: string } {
  const awsRequestId = String(headers["lambda-runtime-aws-request-id"]);
  const deadline = Number(headers["lambda-runtime-deadline-ms"]);
  env["_X_AMZN_TRACE_ID"] = String(headers["lambda-runtime-trace-id"]);
  const context = {
    callbackWaitsForEmptyEventLoop: true,
    functionName: env["AWS_LAMBDA_FUNCTION_NAME"],
    functionVersion: env["AWS_LAMBDA_FUNCTION_VERSION"],
    memoryLimitInMB: env["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"],
    logGroupName: env["AWS_LAMBDA_LOG_GROUP_NAME"],
    logStreamName: env["AWS_LAMBDA_LOG_STREAM_NAME"],
    invokedFunctionArn: headers["lambda-runtime-invoked-function-arn"],
    awsRequestId,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  return context;
}

function tellFailure(to: string, thrown: unknown): Promise<Answer> {
  const failure = failureOf(thrown);
  return call("POST", to, failure, { "lambda-runtime-function-error-type": failure.errorType });
}

async function serve(handler: Handler): Promise<never> {
  for (;;) {
    const next = await call("GET", "invocation/next");
    const context = contextOf(next);
    const invocation = `invocation/${context.awsRequestId}`;
    try {
      const result = await handler(JSON.parse(next.body), context);
      await call("POST", `${invocation}/response`, result ?? null);
    } catch (error) {
      await tellFailure(`${invocation}/error`, error);
    }
  }
}

try {
  await serve(await load());
} catch (error) {
  await tellFailure("init/error", error);
  process.exitCode = 1;
}
