const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

/** The cells of a page's data table, header row first. Just enough HTML for our pages. */
export function dataTable(html: string, className = "datos"): string[][] {
  const open = `<table class="${className}">`;
  const table = html.split(open)[1]?.split("</table>")[0] ?? "";
  return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = ""]) => textOf(cell)),
  );
}

function textOf(cell: string): string {
  return cell
    .replace(/<[^>]+>/g, "")
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "?")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim();
}
