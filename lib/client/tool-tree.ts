import { pagedLists } from "./generated/tools.ts";
import type { ToolTree } from "./generated/tree.ts";
import { checkOptions, requestOptionNames, type RequestOptions } from "./options.ts";
import type { Answer } from "./tool-call.ts";
import type { Send } from "./transport.ts";

type Input = Record<string, unknown>;

export interface AnyCallOptions extends RequestOptions {
  connection?: string | undefined;
  idempotencyKey?: string | undefined;
}

const callOptionNames: Record<keyof AnyCallOptions, true> = {
  ...requestOptionNames,
  connection: true,
  idempotencyKey: true,
};

export type Execute = (
  toolId: string,
  input: Input,
  options?: AnyCallOptions,
) => Promise<Answer<unknown>>;

export function createExecute(send: Send): Execute {
  return async (toolId, input, options = {}) => {
    checkOptions(options, callOptionNames);
    const { connection, idempotencyKey, ...rest } = options;
    const body = await send({
      method: "POST",
      path: `/v1/tools/${encodeURIComponent(toolId)}/execute`,
      headers: { "x-connect-connection": connection, "idempotency-key": idempotencyKey },
      body: { input },
      options: rest,
    });
    return body as unknown as Answer<unknown>;
  };
}

/** `connect.tools`: any `connector.resource.action`, even one newer than this library. */
export function toolTree(execute: Execute): ToolTree {
  const tree = named((connector) =>
    named((resource) => named((action) => toolCall(execute, `${connector}.${resource}.${action}`))),
  );
  return tree as unknown as ToolTree;
}

function toolCall(execute: Execute, toolId: string) {
  const call = async (input: Input, options?: AnyCallOptions): Promise<unknown> =>
    (await execute(toolId, input, options)).data;

  async function* pages(input: Input, options?: AnyCallOptions) {
    let cursor: unknown = input["cursor"];
    do {
      const page = (await call({ ...input, cursor }, options)) as Input;
      yield page;
      ({ cursor } = page);
    } while (typeof cursor === "string");
  }

  async function* all(input: Input, options?: AnyCallOptions) {
    const list = pagedLists[toolId];
    if (list === undefined) throw new TypeError(`${toolId} is not known to answer page by page`);
    for await (const page of pages(input, options)) yield* page[list] as unknown[];
  }

  const withMeta = (input: Input, options?: AnyCallOptions) => execute(toolId, input, options);
  return Object.assign(call, { withMeta, pages, all });
}

/** Makes properties when they are first read. `await` does not take it for a promise. */
function named<T>(make: (name: string) => T): Record<string, T> {
  const isName = (name: string | symbol): name is string =>
    typeof name === "string" && /^[a-z][a-z0-9_]*$/.test(name) && name !== "then";
  return new Proxy<Record<string, T>>(
    {},
    { get: (_target, name) => (isName(name) && name !== "constructor" ? make(name) : undefined) },
  );
}
