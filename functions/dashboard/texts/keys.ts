import type { Key } from "#lib/identity/index.ts";
import type { Tool } from "#lib/contract/index.ts";

export function keyStateText(state: Key["state"]): string {
  switch (state) {
    case "live":
      return "Vigente";
    case "expired":
      return "Venció";
    case "revoked":
      return "Revocada";
  }
}

/** How long a new key lives, by the form's value. */
export const keyTerms = [
  { value: "90", label: "90 días", days: 90 },
  { value: "180", label: "180 días", days: 180 },
  { value: "365", label: "Un año", days: 365 },
  { value: "nunca", label: "No vence", days: null },
] as const;

/** One year, if the form's value is unknown. */
export const usualTerm = keyTerms[2];

/** Scopes that people often want together. */
export const keyModels = {
  lectura: {
    label: "Solo lectura",
    has: (scope: string) => scope.endsWith(":read"),
  },
  emitir: {
    label: "Emitir",
    has: (scope: string) =>
      scope.startsWith("tributario:") || scope === "conexiones:read" || scope === "core:read",
  },
} as const;

export type KeyModel = keyof typeof keyModels;

function isKeyModel(name: string): name is KeyModel {
  return Object.hasOwn(keyModels, name);
}

export function modelOf(name: string | undefined): KeyModel | null {
  return name !== undefined && isKeyModel(name) ? name : null;
}

interface CallExample {
  baseUrl: string;
  /** The key itself, or a placeholder for it. */
  key: string;
  scopes: readonly string[];
  tools: readonly Tool[];
  /** The connections it may use, with their systems. */
  connections: readonly { id: string; sistema: string }[];
}

/** A call that the key may make, to paste into a terminal; null if it may make none. */
export function curlOf(example: CallExample): string | null {
  const { baseUrl, key, scopes, tools, connections } = example;
  const mine = tools.filter(
    ({ connector, effect }) => effect === "read" && scopes.includes(`${connector}:read`),
  );
  const withoutConnection =
    mine.find(({ id }) => id === "conexiones.estado.consultar") ??
    mine.find(({ needsConnection }) => !needsConnection);
  const connectionOf = (tool: Tool) =>
    connections.find(({ sistema }) => sistema === tool.connector);
  const tool = withoutConnection ?? mine.find((one) => connectionOf(one) !== undefined);
  if (tool === undefined) return null;
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json"];
  if (tool.needsConnection) headers.push(`X-Connect-Connection: ${connectionOf(tool)?.id ?? ""}`);
  return [
    `curl ${new URL(`/v1/tools/${tool.id}/execute`, baseUrl).href}`,
    ...headers.map((header) => `  -H '${header}'`),
    `  -d '${JSON.stringify({ input: tool.example.input })}'`,
  ].join(" \\\n");
}

/** What a change of scopes grants and removes. */
export function differenceOf(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  return {
    added: after.filter((scope) => !before.includes(scope)),
    removed: before.filter((scope) => !after.includes(scope)),
  };
}
