interface Shown {
  paragraphs: readonly string[];
  code?: string;
  url?: string;
}

const paragraph = "margin:0 0 16px;font:16px/1.6 system-ui,sans-serif;color:#1d2327";
const big = `${paragraph};font-size:30px;letter-spacing:.18em;font-weight:700`;
const button =
  "display:inline-block;padding:12px 20px;border-radius:10px;background:#97420f;color:#fff;" +
  "font:600 16px system-ui,sans-serif;text-decoration:none";

/**
 * The same words as the text, for readers that show markup. No images, nothing that phones home.
 */
export function mailHtml({ paragraphs: [first = "", ...rest], code, url }: Shown): string {
  const special = [
    ...(code === undefined ? [] : [`<p style="${big}">${escape(code)}</p>`]),
    ...(url === undefined
      ? []
      : [
          `<p style="${paragraph}"><a href="${escape(url)}" style="${button}">Ver la invitación</a></p>`,
        ]),
  ];
  const lines = ["Hola:", first].map(shown);
  const body = [...lines, ...special, ...[...rest, "Connect"].map(shown)].join("\n");
  return `<!doctype html><html lang="es-CL"><body style="margin:0;padding:24px;background:#fcfbf9"><div style="max-width:34rem;margin:0 auto">\n${body}\n</div></body></html>`;
}

function shown(text: string): string {
  return `<p style="${paragraph}">${escape(text)}</p>`;
}

function escape(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
}
