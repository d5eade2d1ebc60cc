import type { MiddlewareHandler } from "hono";

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** The control plane moves clocks and makes keys, so pages from other ports may not call it. */
export const ownOriginOnly: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header("origin");
  if (origin === undefined || URL.parse(origin)?.host === c.req.header("host")) return next();
  return c.json({ error: `Origin ${origin} is refused` }, 403);
};

/** A web page from elsewhere must not reach the control plane, neither by a host name nor by a form. */
export const loopbackOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header("host") ?? "";
  if (!loopbackHost.test(host)) {
    return c.json({ error: `Host ${host} is refused: only 127.0.0.1, localhost and [::1]` }, 403);
  }
  const origin = c.req.header("origin");
  if (origin !== undefined && !loopbackHost.test(URL.parse(origin)?.host ?? "")) {
    return c.json({ error: `Origin ${origin} is refused` }, 403);
  }
  return next();
};
