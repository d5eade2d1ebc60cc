import { expect, test } from "vitest";
import { controlOperations } from "#functions/api/control-operations.ts";
import { connectors } from "#lib/tools/connectors.ts";
import { createCatalogue } from "#lib/tools/catalogue.ts";
import { rowFormats } from "#lib/exports/index.ts";
import { executePath, type JsonSchema } from "#lib/tools/documents/index.ts";
import { openApiDocument, openApiInFull } from "#lib/tools/documents/openapi/document.ts";
import { dataOf } from "#lib/tools/documents/openapi/name-shapes.ts";
import { namedPlaces } from "#lib/tools/documents/openapi/named-places.ts";
import { dereferenced, type OpenApi } from "#tests/support/texts/openapi.ts";

const catalogue = createCatalogue(connectors);
const source = {
  catalogue,
  baseUrl: "http://connect.test",
  operations: controlOperations,
  responsible: {
    legalName: "Servicios de Prueba SpA",
    contact: "+56 2 2345 6789",
    termsUrl: "https://connect.test/terminos",
  },
};
const document = openApiDocument(source) as unknown as OpenApi & JsonSchema;
const schemas = document.components["schemas"] as Record<string, JsonSchema>;

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const dataAt = (toolId: string): JsonSchema | undefined => {
  const post = document.paths[executePath(toolId)]?.["post"];
  return post && dataOf(post as unknown as JsonSchema);
};

test("an export is described in each of its formats", () => {
  const get = document.paths["/v1/exports/{token}"]?.["get"] as unknown as {
    responses: Record<string, { content: object }>;
  };
  const formats = Object.values(rowFormats).map(({ mediaType }) => mediaType.split(";")[0]);
  expect(formats.length).toBeGreaterThanOrEqual(2);
  expect(Object.keys(get.responses["200"]?.content ?? {})).toEqual(formats);
});

test("each answer is complete once every reference is resolved", () => {
  const inFull = openApiInFull(source);
  const read = dereferenced(document);
  expect(read.paths).toEqual(dereferenced(inFull as unknown as OpenApi).paths);
  const { paths: _named, components: _shapes, ...around } = document;
  const { paths: _full, components, ...before } = inFull;
  expect(around).toEqual(before);
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(Object.keys(components.schemas)));
});

test("every name is in the catalogue, and something refers to it", () => {
  expect(Object.keys(namedPlaces).filter((name) => !(name in schemas))).toEqual([]);
  const text = JSON.stringify(document);
  const unused = Object.keys(schemas).filter((name) => !text.includes(`"${refTo(name).$ref}"`));
  expect(unused).toEqual([]);
});

test("a name is written as generators expect, and means one thing", () => {
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  const bodies = Object.values(schemas).map((schema) => JSON.stringify(schema));
  expect(new Set(bodies).size).toBe(bodies.length);
});

test("recurring shapes are named: movements, coverage, synchronizations", () => {
  expect(dataAt("banco_c.conexion.sincronizar")).toEqual(refTo("SyncStarted"));
  expect(dataAt("conexiones.movimientos.consultar")).toMatchObject({
    anyOf: [{ properties: { movimientos: { items: refTo("Movimiento") } } }, {}],
  });
  expect(dataAt("banco_b.movimientos.consultar")).toMatchObject({
    anyOf: [
      {
        properties: {
          movimientos: { items: refTo("MovimientoBancoB") },
          cobertura: refTo("Cobertura"),
        },
      },
      { properties: { movimientos: refTo("FilasMostradas") } },
    ],
  });
  const getSync = operations.find(({ operationId }) => operationId === "getSync");
  expect(dataOf(getSync as unknown as JsonSchema)).toEqual(refTo("SyncJob"));
});

test("a contact by mail or telephone is named together with its address or number", () => {
  const { responsible } = source;
  expect(document["info"]).toMatchObject({
    contact: { name: "Servicios de Prueba SpA, +56 2 2345 6789" },
    termsOfService: "https://connect.test/terminos",
  });
  const byMail = { ...responsible, contact: "ayuda@connect.test" };
  expect(openApiDocument({ ...source, responsible: byMail })["info"]).toMatchObject({
    contact: { name: "Servicios de Prueba SpA", email: "ayuda@connect.test" },
  });
});

test("the rows of every list that a tool returns have a name", () => {
  const unnamed = catalogue.tools.flatMap(({ id, page }) => {
    if (page === null) return [];
    const data = dataAt(id);
    const shape = data !== undefined && "$ref" in data ? schemas[nameIn(data)] : data;
    const forms = shape?.["anyOf"] as { properties: Record<string, JsonSchema> }[] | undefined;
    const items = forms?.[0]?.properties[page.list]?.["items"];
    return JSON.stringify(items)?.startsWith('{"$ref"') ? [] : [id];
  });
  expect(unnamed).toEqual([]);
});

/** Shorter ones are clearer inline than behind a name. */
const lengthOfAShape = 400;

test("nothing long is written twice in the answers", () => {
  const times = new Map<string, number>();
  const count = (it: unknown): void => {
    if (typeof it !== "object" || it === null) return;
    const text = JSON.stringify(it);
    if (text.length > lengthOfAShape && !Array.isArray(it))
      times.set(text, (times.get(text) ?? 0) + 1);
    for (const [word, one] of Object.entries(it)) if (!word.startsWith("example")) count(one);
  };
  for (const operation of operations) count(dataOf(operation as unknown as JsonSchema));
  for (const schema of Object.values(schemas)) count(schema);
  const twice = [...times].filter(([, many]) => many > 1).map(([text]) => text.slice(0, 120));
  expect(twice).toEqual([]);
});

function refTo(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function nameIn(it: JsonSchema): string {
  return String(it["$ref"]).replace("#/components/schemas/", "");
}
