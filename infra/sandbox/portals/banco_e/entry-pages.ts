import { html, raw } from "hono/html";
import { companyOf } from "../../generator/companies.ts";
import type { Html } from "../../bank/html-page.ts";
import { outside } from "./page.ts";

export function loginPage(base: string, notice?: string): Html {
  return outside(
    html`<h2>Identificación</h2>
      ${notice ? html`<p class="mensaje">${notice}</p>` : ""}
      <form id="identificacion" method="post" action="${base}/ingreso">
        <p>
          <label>RUT <input name="usuario" autocomplete="off" /></label>
        </p>
        <p>
          <label>Clave <input name="secreto" type="password" /></label>
        </p>
        <button>Continuar</button>
      </form>`,
  );
}

export function messagePage(base: string, text: string): Html {
  return outside(
    html`<p class="mensaje" role="status">${text}</p>
      <p><a href="${base}/ingreso">Volver a identificarse</a></p>`,
  );
}

const pollScript = `
const estado = document.getElementById("estado");
const preguntar = async () => {
  const respuesta = await fetch(location.pathname + "/estado", { cache: "no-store" });
  if (!respuesta.ok) return setTimeout(preguntar, 1000);
  const datos = await respuesta.json();
  estado.dataset.estado = datos.estado;
  estado.textContent = datos.mensaje;
  if (datos.estado === "APROBADA") return document.getElementById("continuar").submit();
  if (datos.estado === "PENDIENTE") setTimeout(preguntar, 200);
};
preguntar();`;

export function approvalPage(base: string, id: string): Html {
  return outside(
    html`<h2>Autorización en su dispositivo</h2>
      <p>
        Enviamos una notificación a su dispositivo registrado. Apruebe el ingreso para continuar.
      </p>
      <p id="estado" class="mensaje" data-estado="PENDIENTE" aria-live="polite">
        ${approvalTexts.PENDIENTE}
      </p>
      <form id="continuar" method="post" action="${base}/autorizacion/${id}/continuar"></form>
      <form id="cancelar" method="post" action="${base}/autorizacion/${id}/cancelar">
        <button>Cancelar</button>
      </form>
      <script>
        ${raw(pollScript)};
      </script>`,
  );
}

export const approvalTexts = {
  PENDIENTE: "Apruebe en su dispositivo",
  APROBADA: "Ingreso aprobado",
  EXPIRADA: "La solicitud expiró sin respuesta de su dispositivo",
} as const;

export function companiesPage(base: string, companies: readonly string[]): Html {
  return outside(
    html`<h2>¿Con qué empresa desea trabajar?</h2>
      <form id="empresas" method="post" action="${base}/empresas">
        ${companies.map(
          (rut, index) =>
            html`<p>
              <label>
                <input type="radio" name="empresa" value="e${index}" />
                ${companyOf(rut).name} (${rut})
              </label>
            </p>`,
        )}
        <button>Trabajar con esta empresa</button>
      </form>`,
  );
}

/** The bank's other business portal: another design, other words, and no data for anybody to read. */
export function variantPage(base: string): Html {
  return html`<main class="portal-pyme">
    <h1>Mundo Pyme E</h1>
    <p>Su negocio en un solo lugar</p>
    <section>Cobros · Pagos · Crédito Pyme</section>
    <form method="post" action="${base}/salir"><button>Abandonar</button></form>
  </main>`;
}
