/** A piece of a guide's text. */
type Inline =
  | { kind: "plain"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong"; text: string }
  | { kind: "link"; text: string; href: string };

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The three marks that guides use; everything else is literal. */
export function inlineOf(text: string): Inline[] {
  const pieces: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(marked)) {
    if (match.index > at) pieces.push({ kind: "plain", text: text.slice(at, match.index) });
    pieces.push(pieceOf(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ kind: "plain", text: text.slice(at) });
  return pieces;
}

function pieceOf([, code, strong, label = "", href = ""]: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", text: strong };
  return { kind: "link", text: label, href };
}
