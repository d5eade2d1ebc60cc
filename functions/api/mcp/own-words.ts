import * as z from "zod";
import type { Arguments } from "./arguments.ts";

const words = [
  ["tool_id", "toolId"],
  ["connection_id", "connectionId"],
  ["idempotency_key", "idempotencyKey"],
] as const;

/** A call offered in an answer can be made as it is, in REST terms. */
export function inOwnWords(
  args: Arguments,
  isMeant: (own: string) => boolean = () => true,
): Arguments {
  return words
    .filter(([, own]) => isMeant(own))
    .reduce<Arguments>((renamed, [word, own]) => {
      const { [word]: value, ...others } = renamed;
      return { ...others, [own]: others[own] ?? value };
    }, args);
}

const Call = z.looseObject({
  params: z.looseObject({
    name: z.literal("execute"),
    arguments: z.record(z.string(), z.unknown()),
  }),
});

/** A header that was sent is matched against our name for it, as for the REST term. */
export function asHeadersName(message: object, headers: Headers): object {
  const call = Call.safeParse(message);
  if (!call.success) return message;
  const { params } = call.data;
  const args = inOwnWords(params.arguments, (own) => headers.has(`mcp-param-${own}`));
  return { ...call.data, params: { ...params, arguments: args } };
}
