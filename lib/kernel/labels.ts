export const maxLabelLength = 200;

/** What a client says of itself or of its call: kept as it came, never trusted, never too long. */
export function traceLabel(header: string | undefined): string | null {
  if (header === undefined) return null;
  const label = cut(header, maxLabelLength).trim();
  return label === "" ? null : label;
}

const product = String.raw`[\w.@/+-]{1,80}/[\w.+-]{1,40}`;
const clientShape = new RegExp(`^${product}( ${product})?$`);

/** `<package>/<version>`, or an application before it. What cannot be read is as if not sent. */
export function clientLabel(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLabelLength) return null;
  return clientShape.test(header) ? header : null;
}

/** An operation's name as it may be kept, when a caller made it up. */
export function operationLabel(text: string): string {
  return cut(text, 100);
}

/** Cut after the controls are gone; a character of two halves is not cut in the middle. */
function cut(text: string, length: number): string {
  return withoutControls(withoutControls(text).slice(0, length));
}

function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, "");
}
