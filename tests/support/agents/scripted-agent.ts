import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { SearchAnswer, type ToolHit } from "#lib/tools/search/index.ts";
import { sendMessage } from "./mcp-calls.ts";

/** What a person wants, in their words, and the values they gave, by field name. */
export interface Wish {
  ask: string;
  said?: Record<string, unknown>;
  /** The system that they named, for when several connections fit. */
  system?: string;
  /** Whether to act after showing a preview. */
  act?: true;
  /** Whether to fetch what is not stored yet. */
  whole?: true;
}

type Data = Record<string, unknown>;

export interface CarriedOut {
  calls: number;
  /** What a model would have read: every text of every answer. */
  bytes: number;
  /** The tools that were executed, in order. */
  tools: string[];
  /** The data of each answer of the last tool, page by page. */
  pages: Data[];
  /** Null if an answer was a refusal that no fix resolved. */
  code: string | null;
}

interface Call {
  toolId: string;
  input: Data;
  connectionId?: string;
  idempotencyKey?: string;
}

interface Answer {
  data: Data | null;
  code: string | null;
  fix: FixCall | null;
}

interface FixCall {
  tool_id: string;
  input: Data;
  connection_id?: string;
  idempotency_key?: string;
}

const mostSteps = 12;

/**
 * An agent without a model: it knows two tools and the meaning of `next_call`, `missing`, `before`, `next_tools`,
 * `siguiente`, `cursor` and `details.fix`. It finds only what these lead to.
 */
export class ScriptedAgent {
  readonly #app: Hono;
  readonly #key: string;
  #done: CarriedOut = nothingDone();

  constructor(app: Hono, key: string) {
    this.#app = app;
    this.#key = key;
  }

  async carryOut(wish: Wish): Promise<CarriedOut> {
    this.#done = nothingDone();
    const { results } = await this.#search({ query: wish.ask });
    const hit = results.find(({ available }) => available) ?? results[0];
    if (hit !== undefined) await this.#pursue(hit, wish, wish.said ?? {});
    return this.#done;
  }

  async #pursue(hit: ToolHit, wish: Wish, said: Data): Promise<void> {
    const ready = hit.next_call as FixCall | null;
    const call = ready === null ? await this.#complete(hit, wish, said) : callOf(ready);
    const accepted = Object.entries(said).filter(([field]) => hit.accepts.includes(field));
    const own = call.toolId === hit.tool_id ? Object.fromEntries(accepted) : {};
    const answer = await this.#untilDone({ ...call, input: { ...call.input, ...own } }, wish);
    if (wish.act === undefined || hit.kind === "destructive" || answer.data === null) return;
    const [next] = hit.next_tools;
    if (next === undefined) return;
    const { results } = await this.#search({ query: "", toolId: next });
    const [found] = results;
    if (found !== undefined) await this.#pursue(found, wish, { ...said, ...answer.data });
  }

  /** Fills in missing fields, from the given values or from where each field says that it comes from. */
  async #complete(hit: ToolHit, wish: Wish, said: Data): Promise<Call> {
    const connectionId = connectionOf(hit, wish);
    const known = { ...said };
    const { before } = hit;
    const unknown = hit.missing.filter((one) => isInput(one) && !(one.field in said));
    if (before?.missing !== undefined && unknown.length > 0) {
      const input = valuesOf(before.missing, said);
      const first = { toolId: before.tool_id, input, ...(connectionId && { connectionId }) };
      Object.assign(known, (await this.#execute(first)).data);
    }
    for (const { field, from } of hit.missing) {
      if (field in known || from === undefined || !from.includes(".")) continue;
      const { data } = await this.#execute({ toolId: from, input: {} });
      known[field] = namedIn(data ?? {}, field, wish);
    }
    return {
      toolId: hit.tool_id,
      input: valuesOf(hit.missing.filter(isInput), known),
      ...(connectionId !== undefined && { connectionId }),
      ...(hit.requires.idempotency_key && { idempotencyKey: randomUUID() }),
    };
  }

  /** Follows fixes, fetches what is not stored if that is wanted, and turns the pages. */
  async #untilDone(call: Call, wish: Wish): Promise<Answer> {
    let answer = await this.#execute(call);
    for (let step = 0; step < mostSteps; step += 1) {
      const next = answer.fix ?? (wish.whole === true ? gapIn(answer.data) : null);
      if (next === null) break;
      const filling = callOf(next);
      const waits = filling.toolId.endsWith(".sincronizar") ? { esperarSegundos: 25 } : {};
      const filled = await this.#execute({ ...filling, input: { ...filling.input, ...waits } });
      if (filled.code !== null || filling.toolId === "conexiones.enlace.crear") {
        return this.#end(filled);
      }
      answer = await this.#execute(call);
    }
    this.#end(answer);
    let cursor = answer.data?.["cursor"];
    while (typeof cursor === "string") {
      const page = await this.#execute({ ...call, input: { ...call.input, cursor } });
      if (page.data !== null) this.#done.pages.push(page.data);
      cursor = page.data?.["cursor"];
    }
    return answer;
  }

  #end(answer: Answer): Answer {
    this.#done.code = answer.code;
    this.#done.pages = answer.data === null ? [] : [answer.data];
    return answer;
  }

  async #search(asked: Data): Promise<SearchAnswer> {
    const { body } = await this.#call("search_docs", asked);
    return SearchAnswer.parse((body as { data?: unknown }).data);
  }

  async #execute(call: Call): Promise<Answer> {
    this.#done.tools.push(call.toolId);
    const { body } = await this.#call("execute", { ...call });
    const { data = null, error } = body as {
      data?: Data;
      error?: { code: string; details: { fix?: FixCall } | null };
    };
    return { data, code: error?.code ?? null, fix: error?.details?.fix ?? null };
  }

  async #call(name: string, args: Data): Promise<{ body: unknown }> {
    const answer = await sendMessage(
      (request) => this.#app.fetch(request),
      "tools/call",
      { name, arguments: args },
      { key: this.#key },
    );
    if (answer.result === undefined) throw new Error(JSON.stringify(answer.error));
    const { content, structuredContent } = answer.result;
    this.#done.calls += 1;
    const texts = content.filter(({ type }) => type === "text");
    this.#done.bytes += texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return { body: structuredContent };
  }
}

/** The agent itself chooses the connection and makes the key. */
function isInput({ field }: { field: string }): boolean {
  return field !== "connection_id" && field !== "idempotency_key";
}

function nothingDone(): CarriedOut {
  return { calls: 0, bytes: 0, tools: [], pages: [], code: null };
}

function callOf({ tool_id, input, connection_id, idempotency_key }: FixCall): Call {
  return {
    toolId: tool_id,
    input,
    ...(connection_id !== undefined && { connectionId: connection_id }),
    ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
  };
}

/** The one that runs, or that of the named system. */
function connectionOf({ connections }: ToolHit, { system }: Wish): string | undefined {
  const running = connections.filter(({ why_not }) => why_not === null);
  const meant = running.filter(({ sistema }) => system === undefined || sistema === system);
  return meant[0]?.id;
}

function valuesOf(missing: readonly { field: string }[], known: Data): Data {
  const given = missing.filter(({ field }) => field in known);
  return Object.fromEntries(given.map(({ field }) => [field, known[field]]));
}

/** In an answer: the field itself, all ids of a list with that name, or the first row's. */
function namedIn(data: Data, field: string, { system }: Wish): unknown {
  const own = data[field];
  if (Array.isArray(own)) {
    const rows = own as { id: string; sistema: string }[];
    const banks = rows.filter(({ sistema }) =>
      system === undefined ? sistema.startsWith("banco_") : sistema === system,
    );
    return banks.map(({ id }) => id);
  }
  if (own !== undefined) return own;
  const lists = Object.values(data).filter((value) => Array.isArray(value));
  return (lists[0]?.[0] as Data | undefined)?.[field];
}

/** The call that fetches what the answer says is not stored. */
function gapIn(data: Data | null): FixCall | null {
  const one = data?.["cobertura"] as { siguiente: FixCall | null } | undefined;
  return one?.siguiente ?? null;
}
