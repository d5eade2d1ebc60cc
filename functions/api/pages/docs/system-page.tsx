import type { Manifest } from "#lib/contract/index.ts";
import { framed } from "./frame.tsx";
import type { Site } from "./subject.ts";
import { pathOf } from "./subject.ts";
import { Trail } from "./trail.tsx";
import { wordsOf } from "./words/words-of.ts";

/** One system: what it is, and each of its tools. */
export function systemHtml(site: Site, manifest: Manifest): Promise<string> {
  const { catalogue, locale } = site;
  const words = wordsOf(locale);
  const subject = { section: "systems", id: manifest.id } as const;
  const tools = catalogue.tools.filter((tool) => tool.connector === manifest.id);
  const need = manifest.needsConnection ? words.withConnection : words.withoutConnection;
  return framed({
    site,
    subject,
    title: manifest.name,
    description: `${words.kinds[manifest.kind]}: ${words.toolCount(tools.length)}`,
    children: (
      <>
        <Trail site={site} subject={subject} />
        <h1 lang="es">{manifest.name}</h1>
        <p class="lead">
          <code>{manifest.id}</code> · {words.kinds[manifest.kind]} · {need}
        </p>
        <table class="stack" aria-label={words.search.tools}>
          <thead>
            <tr>
              <th scope="col">{words.heads.tool}</th>
              <th scope="col">{words.heads.what}</th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ id, title, effect }) => (
              <tr>
                <th scope="row">
                  <a href={pathOf(locale, { section: "tools", id })}>
                    <code>{id}</code>
                  </a>
                </th>
                <td>
                  <span lang="es">{title}</span>
                  <span class="type">{words.effects[effect]}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    ),
  });
}
