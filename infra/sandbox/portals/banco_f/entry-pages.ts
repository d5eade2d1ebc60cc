import { html, raw } from "hono/html";
import type { Context } from "hono";
import type { SandboxEnv } from "../../system/system.ts";
import type { BancoF } from "./session.ts";

export type Html = ReturnType<typeof html>;

export const tokenKey = "bf.token";

const style = `body{margin:0;font:15px/1.5 "Segoe UI",Arial,sans-serif;background:#10151c;color:#e6edf5}
main{max-width:1000px;margin:32px auto;padding:0 20px}form,.tarjeta{background:#1a222d;border:1px solid #2b3746;border-radius:10px;padding:18px 22px;margin:14px 0}
input,select,button{font:inherit;padding:7px 11px;border-radius:6px;border:1px solid #3b4a5d;background:#0d1218;color:inherit;margin:3px}
button{background:#1668c9;border-color:#1668c9;cursor:pointer}[role=alert]{color:#ffb86b}
ul{list-style:none;padding:0}li{display:grid;grid-template-columns:150px 1fr 170px 170px;gap:10px;padding:6px 4px;border-bottom:1px solid #2b3746}
li b{text-align:right}small{color:#9fb0c3;grid-column:2}`;

export function page(
  c: Context<SandboxEnv>,
  portal: BancoF,
  title: string,
  body: Html,
): Response | Promise<Response> {
  portal.world.counters.add("pages");
  c.header("cache-control", "no-store");
  return c.html(
    html`<!doctype html>
      <html lang="es">
        <head>
          <meta charset="utf-8" />
          <title>F Negocios - ${title}</title>
          <style>
            ${raw(style)}
          </style>
        </head>
        <body>
          <main>${body}</main>
        </body>
      </html>`,
  );
}

export function loginPage(base: string, notice?: string): Html {
  return html`<h1>F Negocios</h1>
    ${notice ? html`<p role="alert">${notice}</p>` : ""}
    <form id="entrar" method="post" action="${base}/entrar">
      <label>RUT <input name="run" autocomplete="username" /></label>
      <label>
        Contraseña <input name="pass" type="password" autocomplete="current-password" />
      </label>
      <button type="submit">Iniciar sesión</button>
    </form>`;
}

/** Hands the token to the browser; no cookie and no address ever holds it. */
export function tokenPage(target: string, token: string): Html {
  const script = `sessionStorage.setItem("${tokenKey}", "${token}"); location.replace("${target}");`;
  return html`<p>Iniciando sesión…</p>
    <script>
      ${raw(script)};
    </script>`;
}

/** The bank's other business portal: another look, other words, and no data that anybody reads. */
export function variantPage(base: string): Html {
  const script = `document.getElementById("finalizar").addEventListener("click", async () => {
  const authorization = "Bearer " + sessionStorage.getItem("${tokenKey}");
  await fetch("${base}/api/v2/salir", { method: "POST", headers: { authorization } });
  sessionStorage.clear(); location.replace("${base}/entrar");
});`;
  return html`<section id="mercados">
      <h2>F Mercados</h2>
      <p>Derivados · Renta fija · Custodia</p>
      <button id="finalizar">Finalizar</button>
    </section>
    <script>
      ${raw(script)};
    </script>`;
}
