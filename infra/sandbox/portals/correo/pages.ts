import { html } from "hono/html";
import { htmlPage, type Html } from "../../bank/html-page.ts";
import { client } from "./client.ts";
import type { Correo, Ctx, Reply } from "./provider.ts";
import { scopeWords, type Scope } from "./scopes.ts";

const style = `
  body { font: 16px/1.5 sans-serif; margin: 0; background: #eef1f5; color: #1b2430; }
  main { max-width: 26rem; margin: 3rem auto; padding: 1.5rem; background: #fff; border-radius: 8px; }
  label { display: block; margin: 0.75rem 0; }
  input[type="text"], input[type="password"] { display: block; width: 100%; box-sizing: border-box;
    padding: 0.5rem; font: inherit; border: 1px solid #5b6675; border-radius: 4px; }
  fieldset { border: 1px solid #c3cad4; border-radius: 4px; margin: 1rem 0; }
  button { font: inherit; padding: 0.5rem 1rem; margin-right: 0.5rem; border-radius: 4px;
    border: 1px solid #1f4e8c; background: #fff; color: #1f4e8c; }
  button.principal { background: #1f4e8c; color: #fff; }
  .aviso { color: #8c1f1f; }
`;

function page(
  c: Ctx,
  { world }: Pick<Correo, "world">,
  title: string,
  body: Html | Promise<Html>,
): Reply {
  // With "no-referrer" a browser would send forms with origin null, which the sandbox refuses.
  c.header("referrer-policy", "same-origin");
  c.header("x-frame-options", "DENY");
  return htmlPage(
    c,
    world,
    { title: `${title} · Correo`, style },
    html`<main>
      <h1>${title}</h1>
      ${body}
    </main>`,
  );
}

export function loginPage(
  c: Ctx,
  provider: Correo,
  shown: { id: string; account: string; notice?: string },
): Reply {
  const { id, account, notice } = shown;
  return page(
    c,
    provider,
    "Ingresa a tu correo",
    html`<p>para seguir a ${client.name}</p>
      ${notice ? html`<p class="aviso" role="alert">${notice}</p>` : ""}
      <form name="ingreso" method="post" action="${provider.world.base}/oauth/ingreso">
        <input type="hidden" name="solicitud" value="${id}" />
        <label
          >Cuenta
          <input type="text" name="cuenta" value="${account}" autocomplete="username" required />
        </label>
        <label
          >Clave
          <input type="password" name="clave" autocomplete="current-password" required />
        </label>
        <button class="principal">Ingresar</button>
      </form>`,
  );
}

export function permissionsPage(
  c: Ctx,
  provider: Correo,
  { id, account, scopes }: { id: string; account: string; scopes: readonly Scope[] },
): Reply {
  const boxes = scopes.map(
    (scope) =>
      html`<label>
        <input type="checkbox" name="permiso" value="${scope}" checked /> ${scopeWords[scope]}
      </label>`,
  );
  return page(
    c,
    provider,
    "Permisos",
    html`<p>${client.name} pide entrar a <strong>${account}</strong>. Marca lo que permites.</p>
      <form name="permisos" method="post" action="${provider.world.base}/oauth/permisos">
        <input type="hidden" name="solicitud" value="${id}" />
        <fieldset>
          <legend>Podrá</legend>
          ${boxes}
        </fieldset>
        <button class="principal" name="decision" value="permitir">Permitir</button>
        <button name="decision" value="rechazar">Rechazar</button>
      </form>`,
  );
}

export function wrongPage(c: Ctx, provider: Correo, what: string): Reply {
  c.status(400);
  return page(
    c,
    provider,
    "No se puede seguir",
    html`<p role="alert">${what}.</p>
      <p>Vuelve al programa que te trajo y empieza de nuevo.</p>`,
  );
}
