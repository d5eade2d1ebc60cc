import type { ConnectorKind, Manifest } from "#lib/contract/index.ts";
import { type Catalogue, grantableScopes } from "../../catalogue.ts";
import type { ControlOperation } from "../control-operation.ts";
import type { JsonSchema } from "../json-schema.ts";
import {
  eitherCredential,
  errorExamples,
  headers,
  parameters,
  schemas,
  securitySchemes,
} from "./components.ts";
import { controlPath } from "./control-path.ts";
import { eventPosts } from "./event-posts.ts";
import { ErrorResponses } from "./error-responses.ts";
import { nameShapes } from "./name-shapes.ts";
import { executePath, toolPath } from "./tool-path.ts";

export const apiVersion = "0.1.0";

/** Who is responsible for the service: reached by mail address, or in another way. */
interface Responsible {
  legalName: string;
  contact: string;
  termsUrl: string;
}

interface DocumentSource {
  catalogue: Catalogue;
  baseUrl: string;
  responsible: Responsible;
  operations: readonly ControlOperation[];
}

/** The whole API as OpenAPI 3.1: a path per tool, and the control endpoints. */
export function openApiDocument(source: DocumentSource): JsonSchema {
  const document = openApiInFull(source);
  const named = nameShapes(document.paths, document.components.schemas);
  const components = { ...document.components, schemas: named.schemas };
  return { ...document, paths: named.paths, components };
}

/** The same document before its shapes are named: each answer with its full schema. */
export function openApiInFull({ catalogue, baseUrl, responsible, operations }: DocumentSource) {
  const refusals = new ErrorResponses();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const tool of catalogue.tools) paths[executePath(tool.id)] = toolPath(tool, refusals);
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], ...controlPath(operation, refusals) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Connect",
      version: apiVersion,
      summary: "Chilean systems as tools that software agents call",
      description,
      termsOfService: responsible.termsUrl,
      contact: contactOf(responsible),
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: baseUrl }],
    tags: tagsOf(catalogue.manifests, operations),
    security: eitherCredential([]),
    paths,
    webhooks: eventPosts(),
    components: {
      schemas: schemas(),
      parameters,
      headers,
      responses: refusals.components,
      examples: errorExamples([...refusals.codes]),
      securitySchemes: securitySchemes({ baseUrl, scopes: grantableScopes(catalogue) }),
    },
  };
}

function contactOf({ legalName, contact }: Responsible): JsonSchema {
  return contact.includes("@")
    ? { name: legalName, email: contact }
    : { name: `${legalName}, ${contact}` };
}

const description = `Every operation on an outside system is a tool, and every tool is called the same way: a \`POST\` to its path with a JSON body that wraps its input in \`input\`, also when there is none.

- A result comes as \`{ data, meta }\` and a refusal as \`{ error, meta }\`. Decide by \`error.code\`; \`error.suggested_fix\` says what to do next. Keep \`meta.request_id\`.
- Data of an outside system is read in two steps: its \`conexion.sincronizar\` tool fetches and stores, its \`consultar\` tools read what is stored. An empty list may mean that nobody synced the period.
- A tool that works on a connection needs the header \`X-Connect-Connection\`.
- Repeat a call by yourself only when its code is marked as retryable.
`;

function tagsOf(manifests: readonly Manifest[], operations: readonly ControlOperation[]): object[] {
  const connectors = manifests.map(({ id, name, kind, needsConnection }) => ({
    name: id,
    "x-displayName": name,
    description: `${kinds[kind]}. ${needsConnection ? "Works on a connection." : "Needs no connection."}`,
  }));
  const control = [...new Set(operations.map(({ tag }) => tag))];
  return [
    ...connectors,
    ...control.map((tag) => ({ name: tag, description: `Endpoints next to the tools: ${tag}.` })),
  ];
}

const kinds: Record<ConnectorKind, string> = {
  bank: "Business banking portal",
  tax_authority: "Tax authority",
  pension_authority: "Pension contributions authority",
  invoicing: "Invoicing system",
  mail: "Mail account",
  utility: "Utility of the service",
};
