import { html } from "hono/html";
import type { Catalogue } from "#lib/tools/catalogue.ts";
import type { Manifest, Tool } from "#lib/contract/index.ts";
import { apiVersion } from "#lib/tools/documents/index.ts";
import { Page } from "./page.tsx";
import { ErrorTable } from "./error-table.tsx";
import { GuideCards } from "./guide-cards.tsx";
import { Quickstart } from "./quickstart.tsx";
import { Rules } from "./rules.tsx";
import { ToolArticle } from "./tool-article.tsx";
import { kindWords, purposesOf } from "./words.ts";

const leadOf = ({ manifests }: Catalogue): string =>
  `Un solo endpoint HTTP entre agentes de software y los sistemas chilenos de una empresa: ${purposesOf(manifests.map(({ kind }) => kind))}. Cada operación es una herramienta y todas se llaman igual.`;

interface ConnectorTools {
  manifest: Manifest;
  tools: Tool[];
}

/** The documentation for people: everything in it comes from the catalogue and its errors. */
export async function docsHtml(catalogue: Catalogue, baseUrl: string): Promise<string> {
  const lead = leadOf(catalogue);
  const groups = catalogue.manifests.map((manifest) => ({
    manifest,
    tools: catalogue.tools.filter((tool) => tool.connector === manifest.id),
  }));
  const first = catalogue.find("core.timestamp.now") ?? catalogue.tools[0];
  const page = (
    <Page title="Connect: documentación de la API" description={lead}>
      <a class="skip" href="#contenido">
        Saltar al contenido
      </a>
      <div class="layout">
        <Index groups={groups} />
        <main id="contenido">
          <h1>Documentación de la API</h1>
          <p class="lead">{lead}</p>
          <Links />
          <GuideCards />
          {first === undefined ? null : <Quickstart tool={first} baseUrl={baseUrl} />}
          <Rules />
          <Tools groups={groups} baseUrl={baseUrl} />
          <ErrorTable />
          <footer>
            Connect {apiVersion}. Esta página se genera desde el catálogo del servicio.
          </footer>
        </main>
      </div>
    </Page>
  );
  const markup = await html`<!doctype html>${page}`;
  return markup.toString();
}

function Links() {
  return (
    <ul class="links">
      <li>
        <a href="/openapi.json">OpenAPI 3.1</a>
      </li>
      <li>
        <a href="/llms.txt">llms.txt, para modelos</a>
      </li>
      <li>
        <a href="/v1/tools">Catálogo en JSON</a>
      </li>
    </ul>
  );
}

function Index({ groups }: { groups: ConnectorTools[] }) {
  return (
    <nav class="index" aria-label="Índice">
      <div class="brand">
        Connect <span>{apiVersion}</span>
      </div>
      <ul>
        <li>
          <a href="#guias">Guías</a>
        </li>
        <li>
          <a href="#inicio">Primeros pasos</a>
        </li>
        <li>
          <a href="#respuestas">Respuestas</a>
        </li>
        <li>
          <a href="#reglas">Reglas</a>
        </li>
        {groups.map(({ manifest, tools }) => (
          <li>
            <a href={`#${manifest.id}`}>{manifest.name}</a>
            <ul>
              {tools.map((tool) => (
                <li>
                  <a href={`#${tool.id}`}>{tool.title}</a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#errores">Códigos de error</a>
        </li>
      </ul>
    </nav>
  );
}

function Tools({ groups, baseUrl }: { groups: ConnectorTools[]; baseUrl: string }) {
  return (
    <section id="herramientas" aria-labelledby="herramientas-titulo">
      <h2 id="herramientas-titulo">Herramientas</h2>
      {groups.map(({ manifest, tools }) => (
        <div class="connector" id={manifest.id}>
          <h3>{manifest.name}</h3>
          <p>
            <code>{manifest.id}</code> · {kindWords[manifest.kind]} ·{" "}
            {manifest.needsConnection ? "con conexión" : "sin conexión"}
          </p>
          <table class="stack" aria-label={`Herramientas de ${manifest.name}`}>
            <thead>
              <tr>
                <th scope="col">Herramienta</th>
                <th scope="col">Qué hace</th>
              </tr>
            </thead>
            <tbody>
              {tools.map((tool) => (
                <tr>
                  <th scope="row">
                    <a href={`#${tool.id}`}>
                      <code>{tool.id}</code>
                    </a>
                  </th>
                  <td>{tool.title}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {tools.map((tool) => (
            <ToolArticle tool={tool} baseUrl={baseUrl} />
          ))}
        </div>
      ))}
    </section>
  );
}
