import { longDayText, santiagoDayOf } from "#lib/chile/index.ts";
import { backupDays } from "#lib/contract/index.ts";
import type { FoundAccess } from "#lib/links/index.ts";
import type { Message } from "./message-page.tsx";
import { Shell } from "./shell.tsx";

type Known = Exclude<FoundAccess, { kind: "unknown" }>;
type Live = Extract<FoundAccess, { kind: "live" }>;
type Over = Extract<FoundAccess, { kind: "over" }>;

/** Where the person who handed over a credential takes it back. */
export function CutPage({ token, access }: { token: string; access: Live }) {
  const { organizationName: organization, systemName } = access;
  const title = `Corta el acceso a ${systemName}`;
  return (
    <Shell title={title}>
      <p class="kicker">Acceso que diste</p>
      <h1>{title}</h1>
      <p class="lead">
        <strong>{organization}</strong> usa {whatOf(access)} que diste el {dayOf(access.agreedAt)}.
      </p>
      <section class="box">
        <h2>Qué pasa si lo cortas</h2>
        <ul class="marks">
          <li>
            Borramos {whatOf(access)}: nadie entra más con ella. En los respaldos queda cifrada a lo
            más {backupDays} días.
          </li>
          <li>Lo que se está leyendo se cancela. Un documento que se está emitiendo se termina.</li>
          <li>
            Lo que ya se leyó lo conserva {organization}: pídele a ella que lo borre, si quieres.
          </li>
          <li>Para volver a conectar hace falta otro enlace suyo.</li>
        </ul>
      </section>
      <form method="post" action={`/connect/cortar/${encodeURIComponent(token)}`}>
        <button type="submit" class="button">
          Cortar el acceso
        </button>
      </form>
      <p class="foot">Si no quieres cortarlo, cierra esta página: nada cambia.</p>
    </Shell>
  );
}

/** How an ended access ended. */
export function overMessage(access: Over): Message {
  const { organizationName: organization, systemName, ended, endedAt } = access;
  const when = dayOf(endedAt);
  switch (ended) {
    case "cortado":
      return {
        title: `El acceso a ${systemName} está cortado`,
        lines: [
          `Borramos ${whatOf(access)} el ${when}. ${organization} ya no puede entrar.`,
          ...(access.byPermission
            ? ["Quita también el permiso en tu proveedor: ahí figura todavía."]
            : []),
          `Para volver a conectar, pide a ${organization} un enlace nuevo.`,
        ],
      };
    case "reemplazado":
      return {
        title: "Este acceso se reemplazó",
        lines: [
          `Alguien volvió a conectar ${systemName} el ${when}, y lo que diste antes ya no está guardado.`,
          "Si fuiste tú, corta el acceso con la dirección que te dimos esa vez.",
        ],
      };
    case "vencido":
      return {
        title: `El acceso a ${systemName} venció`,
        lines: [`Borramos ${whatOf(access)} el ${when}, como se acordó.`],
      };
    case "olvidado":
      return {
        title: `El acceso a ${systemName} ya terminó`,
        lines: [`${organization} pidió borrar ${whatOf(access)} el ${when}.`],
      };
  }
}

/** An unknown address and that of a deleted connection get the same answer. */
export const unknownAccess: Message = {
  title: "Esta dirección no corta nada",
  lines: [
    "Puede que esté incompleta: ábrela entera, como la guardaste. Si la conexión se eliminó, lo que diste se borró con ella.",
  ],
};

export const refusedCut: Message = {
  title: "No recibimos la orden",
  lines: ["Llegó desde otra página. Abre la dirección de nuevo y corta el acceso ahí."],
};

function whatOf({ byPermission, systemName }: Known): string {
  return byPermission ? "la autorización de tu cuenta" : `la clave de ${systemName}`;
}

/** With the year: the address may be opened long afterwards. */
function dayOf(at: Date): string {
  return longDayText(santiagoDayOf(at));
}
