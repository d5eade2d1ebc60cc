import { routes, type Operations } from "./generated/operations.ts";
import type { RequestOptions } from "./options.ts";
import type { Request, Send } from "./transport.ts";

type Id = keyof Operations;
type Params<I extends Id> = Operations[I]["params"];
type Query<I extends Id> = Operations[I]["query"];
type AnswerOf<I extends Id> = Operations[I]["answer"];

interface ControlCall<I extends Id> {
  params?: Params<I>;
  query?: Query<I>;
  body?: Operations[I]["body"];
  options?: RequestOptions | undefined;
}

/** Calls a control endpoint with the path and method from the catalogue. */
export type Control = <I extends Id>(id: I, call: ControlCall<I>) => Promise<AnswerOf<I>>;

export function createControl(send: Send): Control {
  return async (id, { params = {}, query = {}, body, options }) => {
    const [method, path] = routes[id];
    const given = params as Record<string, string>;
    const request: Request = {
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(given[name] ?? ""),
      ),
      query: query,
      ...(body !== undefined && { body }),
      options,
    };
    return (await send(request)) as AnswerOf<typeof id>;
  };
}
