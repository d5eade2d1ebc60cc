import type { z } from "zod";
import {
  tool,
  type Surface,
  type Tool,
  type ToolContext,
  type ToolSpec,
} from "#lib/contract/index.ts";
import { behind } from "#lib/db/behind.ts";
import type { Cursors } from "#lib/kernel/cursor.ts";
import type { AppError } from "#lib/kernel/errors/index.ts";
import type { ServiceSecret } from "#lib/kernel/secrets.ts";
import type { LedgerContext } from "./ledger-context.ts";
import type { ActCall } from "./operate.ts";
import { OperationFailed, type OperationAnswer } from "./operation/operation-answer.ts";

type Replay = Omit<OperationAnswer, "data">;

/** Behind what a tool is given (`lib/db/behind.ts`). */
export type Acting = Omit<LedgerContext, "organization" | "requestId"> & {
  cursors: Cursors;
  secret: ServiceSecret;
  surface: Surface;
  operationRequestId: string;
  /** Why the call must not start anything; it may then only be answered by its key. */
  whyNotNew: AppError | null;
  /** Why nothing may be fetched from a portal now: the organization's payments. */
  whyNotFetch: AppError | null;
  /** Records on the call whether its act was the first under its key. */
  tellOfKey(replay: Replay): void;
};

/** What a tool of an act is given: what every tool is, and everything that its verbs need. */
export type ActContext = Omit<ToolContext, "actor"> & Acting;

type ActSpec<I extends z.ZodType, O extends z.ZodType> = Omit<ToolSpec<I, O>, "run"> & {
  /** What an operation answers comes from the database: only the output's schema knows its form. */
  run(
    ctx: ActContext,
    input: z.output<I>,
  ): Promise<z.input<O> | OperationAnswer["data"]> | z.input<O>;
};

/** A tool that is part of its act: it calls the act's verbs itself. */
export function actTool<I extends z.ZodType, O extends z.ZodType>(spec: ActSpec<I, O>): Tool {
  const run = (ctx: ToolContext, input: z.output<I>) =>
    spec.run(actContextOf(ctx), input) as Promise<z.input<O>>;
  return tool({ ...spec, run });
}

/** Only a tool of an act reaches it: what any other tool is given holds no database and no vault. */
export function actContextOf(ctx: ToolContext): ActContext {
  const acting = behind(ctx) as Acting | undefined;
  if (acting === undefined) throw new TypeError(`${ctx.toolId} runs with the ledger`);
  return { ...acting, ...ctx, actor: acting.actor };
}

/**
 * Does something under the key of the call, and records on the call whether it was the first under
 * its key.
 */
export async function operateFor<Input>(
  ctx: ActContext,
  input: Input,
  work: (call: ActCall & { input: Input }) => Promise<OperationAnswer>,
): Promise<OperationAnswer["data"]> {
  const { toolId, connection, operationRequestId, whyNotNew, idempotencyKey: key } = ctx;
  if (key === null || connection === null) throw new TypeError(`${toolId} runs under a key`);
  const call = { toolId, connectionId: connection.id, input, key, operationRequestId, whyNotNew };
  try {
    const { data, ...replay } = await work(call);
    ctx.tellOfKey(replay);
    return data;
  } catch (error) {
    if (error instanceof OperationFailed) ctx.tellOfKey(error);
    throw error;
  }
}
