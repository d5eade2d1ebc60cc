import type { Child } from "hono/jsx";

/** What holds for every tool, each in a few sentences. */
export function Rules() {
  return (
    <section id="reglas" aria-labelledby="reglas-titulo">
      <h2 id="reglas-titulo">Reglas</h2>
      <ul class="rules">
        <Rule title="Leer toma dos pasos">
          La herramienta <code>conexion.sincronizar</code> de cada sistema entra al portal, trae un
          periodo y lo guarda. Las herramientas <code>consultar</code> leen solo lo guardado: nunca
          entran al portal ni inician una sincronización. Una lista vacía puede significar que ese
          periodo no se ha sincronizado.
        </Rule>
        <Rule title="La conexión se elige siempre">
          Una conexión es la empresa por la que se actúa. Las herramientas que dicen «Requiere
          conexión» piden el encabezado <code>X-Connect-Connection</code>, aunque la organización
          tenga una sola. El id sale de <code>conexiones.estado.consultar</code>.
        </Rule>
        <Rule title="Lo irreversible lleva una clave tuya">
          Antes de emitir o enviar, crea un UUID v4 en minúsculas, guárdalo con la operación y
          mándalo en <code>Idempotency-Key</code>. Si no sabes qué pasó, repite la misma llamada con
          la misma clave: recibirás la primera respuesta y nada se hará dos veces. Otra clave es
          otra operación.
        </Rule>
        <Rule title="Reintenta solo lo que lo admite">
          Cada código dice si repetir sirve. Cuando sirve, espera los segundos de{" "}
          <code>Retry-After</code>. Todo lo demás vuelve a fallar hasta que algo cambie:{" "}
          <code>suggested_fix</code> dice qué.
        </Rule>
        <Rule title="Permisos">
          La credencial necesita <code>sistema:read</code>, y también <code>sistema:write</code>{" "}
          para lo irreversible. Una clave sin permisos no puede hacer nada. Cada conexión puede,
          además, tener permisos y alcances apagados.
        </Rule>
        <Rule title="Páginas">
          Las lecturas entregan hasta <code>limit</code> filas, de 1 a 500. Si <code>cursor</code>{" "}
          no es <code>null</code>, hay más: repite la llamada con ese mismo valor y los mismos
          filtros.
        </Rule>
        <Rule title="Montos">
          <code>monto</code> es un número sin signo. <code>type</code> sigue el libro del banco:{" "}
          <code>credit</code> es dinero que sale y <code>debit</code>, dinero que entra.{" "}
          <code>display</code> es el mismo monto con su signo, escrito a la chilena. Los saldos
          guardan su propio signo.
        </Rule>
        <Rule title="Fechas">
          Los días y periodos (<code>AAAA-MM</code>) son los de Santiago de Chile; los instantes van
          en UTC. Lo desconocido es <code>null</code>, nunca cero ni un texto vacío.
        </Rule>
        <Rule title="Límites">
          Un cuerpo admite hasta 256 KB. Los encabezados <code>RateLimit-*</code> de cada respuesta
          dicen cuántas llamadas le quedan a la credencial en el minuto.
        </Rule>
      </ul>
    </section>
  );
}

function Rule({ title, children }: { title: string; children?: Child }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}
