import type { Handler, Hono, HonoRequest } from "hono";
import type { z } from "zod";
import type { Context } from "#lib/db/context.ts";
import type { Caller } from "#lib/limits/index.ts";
import { asAppError } from "#lib/kernel/errors/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { withRequestId } from "#lib/kernel/log.ts";
import { startTimer } from "#lib/kernel/clock.ts";
import {
  OfferedFile,
  type AnswerSchema,
  type ControlOperation,
} from "#lib/tools/documents/index.ts";
import { control, type ControlAnswer, type ControlRequest } from "#lib/tools/execute/index.ts";
import { edgeOf, type Checked } from "./edge.ts";
import { refusal, unrecordedMeta } from "./refusal.ts";
import type { CallDeps } from "./route-deps.ts";
import { type Call, controlBody, type ExecuteDeps, type CallMeta } from "#lib/tools/call/index.ts";

interface AuthorizedCall<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
> extends Checked<P, Q, B> {
  ctx: Context;
  caller: Caller;
}

interface Sealed {
  sealed: NonNullable<ControlRequest["sealed"]>;
}

interface SealedCall {
  ctx: Context;
  caller: Caller;
  call: Call;
}

const keptNowhere = { "cache-control": "no-store" };

/** Registers operations at the path, with their checks and their declared answers. */
export interface ControlServer {
  /** For callers whose credential has the operation's scopes; recorded. */
  authorized<
    P extends z.ZodObject,
    Q extends z.ZodObject,
    B extends z.ZodType,
    D extends AnswerSchema,
  >(
    operation: ControlOperation<P, Q, B, D>,
    handle: (call: AuthorizedCall<P, Q, B>) => Promise<z.input<D>>,
    /** Requests not meant for it go on to the next operation at the path. */
    isMeant?: (request: HonoRequest) => boolean,
  ): void;
  /** For holders of one of our links, on behalf of the credential it was sealed for; recorded. */
  sealed<P extends z.ZodObject, Q extends z.ZodObject, D extends AnswerSchema, L extends Sealed>(
    operation: ControlOperation<P, Q, z.ZodUndefined, D>,
    open: (request: HonoRequest) => L | null,
    handle: (call: SealedCall, link: L) => Promise<z.input<D>>,
  ): void;
  /** For anybody: no credential, so no record. */
  open<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, D extends AnswerSchema>(
    operation: ControlOperation<P, Q, B, D>,
    handle: (call: Checked<P, Q, B>) => z.input<D> | Promise<z.input<D>>,
    headers?: Record<string, string>,
  ): void;
  /** For anybody, with the text that the handler made: a page, or a document made once. */
  document<P extends z.ZodObject, Q extends z.ZodObject>(
    operation: ControlOperation<P, Q>,
    handle: (call: Checked<P, Q, z.ZodType>, request: HonoRequest) => Response | Promise<Response>,
  ): void;
}

export function controlServer(app: Hono, deps: CallDeps): ControlServer {
  const mount = ({ method, path }: ControlOperation, handler: Handler): void => {
    app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), handler);
  };

  return {
    authorized: (operation, handle, isMeant = () => true) => {
      const check = edgeOf(operation);
      mount(operation, async (c, next) => {
        // The router treats HEAD as GET, but some documents can be fetched only once.
        if (!isMeant(c.req) || c.req.method === "HEAD") return next();
        const answer = await control(
          deps,
          requestOf(operation, c.req, deps.addressOf(c)),
          operation.success,
          async (ctx, caller) => handle({ ctx, caller, ...(await check(c)) }),
        );
        return responseOf(operation, answer);
      });
    },

    sealed: (operation, open, handle) => {
      const check = edgeOf(operation);
      mount(operation, async (c, next) => {
        if (c.req.method === "HEAD") return next();
        const link = open(c.req);
        const request = requestOf(operation, c.req, deps.addressOf(c));
        const answer = await control(
          deps,
          { ...request, sealed: link?.sealed ?? null },
          operation.success,
          async (ctx, caller, call) => {
            await check(c);
            if (link === null) throw new TypeError("nobody was let in without a link");
            return handle({ ctx, caller, call }, link);
          },
        );
        return responseOf(operation, answer);
      });
    },

    open: (operation, handle, headers = keptNowhere) => {
      const check = edgeOf(operation);
      const { status, content } = operation.success;
      mount(operation, (c) =>
        unrecorded(deps, async (meta) => {
          const write = controlBody(content, await handle(await check(c)));
          return Response.json(write(meta()), { status, headers });
        }),
      );
    },

    document: (operation, handle) => {
      const check = edgeOf(operation);
      mount(operation, (c) => unrecorded(deps, async () => handle(await check(c), c.req)));
    },
  };
}

function responseOf({ success }: ControlOperation, answer: ControlAnswer): Response {
  const { status, headers, body } = answer;
  if (success.content.kind !== "file" || status !== success.status) {
    return Response.json(body, { status, headers });
  }
  const [usual] = success.content.mediaTypes;
  const { name, bytes, mediaType = usual, next } = OfferedFile.parse(body);
  const disposition = `attachment; filename="${name}"`;
  return new Response(bytes, {
    status,
    headers: {
      ...headers,
      "content-type": mediaType,
      "content-disposition": disposition,
      ...(next != null && { link: `<${next}>; rel="next"` }),
    },
  });
}

function requestOf(
  { id, auth }: Pick<ControlOperation, "id" | "auth">,
  request: HonoRequest,
  address: string | null,
): ControlRequest {
  return {
    operation: id,
    authorization: request.header("authorization"),
    address,
    traceLabel: request.header("x-client-trace-id"),
    clientLabel: request.header("x-connect-client"),
    requiredScopes: typeof auth === "string" ? [] : auth.bearer,
  };
}

/** There is nobody to record the call for, but it still has a request id and an envelope. */
async function unrecorded(
  { clock, log }: ExecuteDeps,
  answer: (meta: () => CallMeta) => Promise<Response>,
): Promise<Response> {
  const call = { requestId: newId("req", clock.now()), elapsedMs: startTimer() };
  return withRequestId(call.requestId, async () => {
    try {
      const response = await answer(() => unrecordedMeta(call));
      response.headers.set("x-request-id", call.requestId);
      return response;
    } catch (thrown) {
      return refusal(log, call, asAppError(thrown));
    }
  });
}
