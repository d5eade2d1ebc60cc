import { transformSync } from "esbuild";
import { parseAst } from "vitest/node";

/** What a changed source can do to others. */
export type KindOfChange =
  /** Only types, comments, layout or the place of what is imported. */
  | { kind: "nothing" }
  /** Inside of functions; the statements' names, and the new and old text of them. */
  | { kind: "functions"; names: string[]; texts: string[] }
  /** What the module makes when it is read: constants, schemas, lists. */
  | { kind: "top"; names: string[] };

interface Statement {
  name: string;
  text: string;
  /** Without the bodies of functions: what runs when the module is read. */
  outside: string;
  /** A declared function, or a class: it runs only when somebody calls it. */
  declared: boolean;
}

interface Shape {
  statements: Map<string, Statement>;
  /** By local name: what it is elsewhere. */
  imports: Map<string, string>;
  effects: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** How a module is named in an import, as a path from the root; a file that was moved has its new one. */
export interface Places {
  before(specifier: string): string;
  after(specifier: string): string;
}

const asWritten = (specifier: string): string => specifier;

export function kindOfChange(
  file: string,
  before: string,
  after: string,
  places: Places = { before: asWritten, after: asWritten },
): KindOfChange {
  const old = shapeOf(file, before, places.before);
  const now = shapeOf(file, after, places.after);
  const changed = [...new Set([...old.statements.keys(), ...now.statements.keys()])].filter(
    (name) => old.statements.get(name)?.text !== now.statements.get(name)?.text,
  );
  const swapped = [...now.imports].flatMap(([name, from]) => {
    const earlier = old.imports.get(name);
    return earlier !== undefined && earlier !== from ? [name] : [];
  });
  const uses = (text: string): boolean =>
    swapped.some((name) =>
      new RegExp(String.raw`(?<![\w$])${RegExp.escape(name)}(?![\w$])`).test(text),
    );
  const top = changed.filter((name) =>
    changesTop(old.statements.get(name), now.statements.get(name)),
  );
  for (const { name, outside } of now.statements.values()) if (uses(outside)) top.push(name);
  if (old.effects.join("\n") !== now.effects.join("\n")) top.push("import");
  if (top.length > 0) return { kind: "top", names: top };
  const users = [...now.statements.values()].filter(({ text }) => uses(text));
  const names = [...new Set([...changed, ...users.map(({ name }) => name)])];
  const texts = names.flatMap((name) =>
    [old, now].map((one) => one.statements.get(name)?.text ?? ""),
  );
  return names.length === 0 ? { kind: "nothing" } : { kind: "functions", names, texts };
}

/** A function that came or went is called by nobody who did not change too. */
function changesTop(old: Statement | undefined, now: Statement | undefined): boolean {
  if (old === undefined || now === undefined) return (old ?? now)?.declared !== true;
  return old.outside !== now.outside;
}

function shapeOf(file: string, source: string, moved: (specifier: string) => string): Shape {
  const { code } = transformSync(source, {
    loader: file.endsWith("x") ? "tsx" : "ts",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    target: "esnext",
    legalComments: "none",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const shape: Shape = { statements: new Map(), imports: new Map(), effects: [] };
  const program = parseAst(code) as unknown as { body: Node[] };
  for (const node of program.body) read(node, code, moved, shape);
  return shape;
}

function read(node: Node, code: string, moved: (specifier: string) => string, shape: Shape): void {
  const from = node["source"] as (Node & { value: string }) | null | undefined;
  if (node.type === "ImportDeclaration" || (from !== null && from !== undefined)) {
    const place = moved(from?.value ?? "");
    const text = code.slice(node.start, from?.start ?? node.end);
    const names = specifiersOf(node);
    if (names.length === 0) shape.effects.push(`${text} ${place}`);
    for (const { local, imported } of names) shape.imports.set(local, `${imported} of ${place}`);
    return;
  }
  const declaration = (node["declaration"] as Node | null | undefined) ?? node;
  // Statements that begin alike are counted, or one would hide the other.
  const begin = nameOf(declaration, code) ?? code.slice(node.start, node.start + 60);
  let name = begin;
  for (let count = 2; shape.statements.has(name); count += 1) name = `${begin} ${count}`;
  const outside = withoutBodies(node, code);
  const declared = /^(?:Function|Class)Declaration$/.test(declaration.type);
  shape.statements.set(name, { name, text: code.slice(node.start, node.end), outside, declared });
}

function specifiersOf(node: Node): { local: string; imported: string }[] {
  const word = (one: unknown): string => {
    const { name, value } = (one ?? {}) as { name?: string; value?: string };
    return name ?? value ?? "*";
  };
  // Exported names are no locals: a prefix keeps them apart.
  const exported = node.type !== "ImportDeclaration";
  if (node.type === "ExportAllDeclaration") return [];
  return ((node["specifiers"] ?? []) as Node[]).map((one) => ({
    local: exported ? `export ${word(one["exported"])}` : word(one["local"]),
    imported: exported
      ? word(one["local"])
      : one.type === "ImportDefaultSpecifier"
        ? "default"
        : word(one["imported"]),
  }));
}

function nameOf(node: Node, code: string): string | null {
  const id = node["id"] as Node | null | undefined;
  if (id !== null && id !== undefined) return code.slice(id.start, id.end);
  const declarations = node["declarations"] as Node[] | undefined;
  return declarations?.map((one) => nameOf(one, code)).join(" ") ?? null;
}

const bodies = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** A function's parameters and body are left out; a class keeps what its statics are made of. */
function withoutBodies(top: Node, code: string): string {
  const cuts: [number, number][] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (value === null || typeof value !== "object") return;
    const node = value as Node;
    if (bodies.test(node.type)) {
      cuts.push([node.start, node.end]);
      return;
    }
    if (node.type === "PropertyDefinition" && node["static"] !== true) {
      cuts.push([node.start, node.end]);
      return;
    }
    for (const key of Object.keys(node)) if (key !== "type") visit(node[key]);
  };
  visit(top);
  let text = "";
  let from = top.start;
  for (const [start, end] of cuts.toSorted(([one], [other]) => one - other)) {
    text += `${code.slice(from, start)}…`;
    from = end;
  }
  return text + code.slice(from, top.end);
}
