import { html, raw } from "hono/html";
import type { Keypad } from "./keypad.ts";
import type { Html } from "../../bank/html-page.ts";

const keypadScript = `
const clave = document.getElementById("clave"), codigos = document.getElementById("codigos"), typed = [];
const show = () => { clave.value = "•".repeat(typed.length); codigos.value = typed.join("-"); };
for (const key of document.querySelectorAll(".teclado [data-k]"))
  key.addEventListener("click", () => { if (typed.length < 8) typed.push(key.dataset.k); show(); });
document.getElementById("borrar").addEventListener("click", () => { typed.length = 0; show(); });`;

export function loginPage(base: string, keypad: Keypad, notice?: string): Html {
  return html`<header><strong>Empresas C</strong></header>
    <main>
      <h1>Acceso clientes</h1>
      ${notice ? html`<p class="alerta" role="alert">${notice}</p>` : ""}
      <form id="acceso" method="post" action="${base}/acceso">
        <p>
          <label for="rut">RUT usuario</label>
          <input id="rut" name="rut" autocomplete="off" />
        </p>
        <p>
          <label for="clave">Clave</label>
          <input id="clave" type="text" readonly placeholder="Use el teclado virtual" />
        </p>
        <div class="teclado" role="group" aria-label="Teclado virtual">
          ${keypad.keys.map(
            ({ code, digit }) => html`<button type="button" data-k="${code}">${digit}</button>`,
          )}
        </div>
        <input type="hidden" name="teclado" value="${keypad.id}" />
        <input type="hidden" id="codigos" name="codigos" value="" />
        <button type="button" id="borrar">Borrar</button>
        <button type="submit">Entrar</button>
      </form>
      <script>
        ${raw(keypadScript)};
      </script>
    </main>`;
}

export function noticePage(base: string, title: string, text: string): Html {
  return html`<header><strong>Empresas C</strong></header>
    <main>
      <h1>${title}</h1>
      <p class="alerta" role="alert">${text}</p>
      <p><a href="${base}/acceso">Ir al acceso</a></p>
    </main>`;
}

/** The bank's other business portal: another design, other words, and no data for anybody to read. */
export function variantPage(base: string): Html {
  return html`<div id="corporativa">
    <h2>Banca Corporativa C</h2>
    <p>Bienvenido a la plataforma de grandes empresas.</p>
    <ul>
      <li>Mesa de dinero</li>
      <li>Comercio exterior</li>
      <li>Administración de efectivo</li>
    </ul>
    <p><a href="${base}/corporativa/desconectar">Desconectar</a></p>
  </div>`;
}
