import type { Context, Hono } from "hono";
import type { FilledForm, Refilled } from "../request/form-state.ts";

interface TypedBefore {
  filled: FilledForm;
  why: Refilled;
}

/** Pages of ours, requested by ourselves for a form that was typed before. */
export interface FilledPages {
  /** What such a request shows filled; nothing for a browser's own. */
  typedBefore(request: Request): TypedBefore | undefined;
  /** The page at `path` as the cookies show it, its form filled. */
  show(c: Context, path: string, cookie: string, before: TypedBefore): Promise<Response>;
}

export function pagesFilledBefore(app: Hono): FilledPages {
  const requests = new WeakMap<Request, TypedBefore>();
  return {
    typedBefore: (request) => requests.get(request),
    show: async (c, path, cookie, before) => {
      const headers = new Headers(c.req.raw.headers);
      for (const name of ["content-type", "content-length"]) headers.delete(name);
      headers.set("cookie", cookie);
      const request = new Request(new URL(path, c.req.url), { headers });
      requests.set(request, before);
      return app.fetch(request, c.env);
    },
  };
}
