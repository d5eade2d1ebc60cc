export const maxLabelLength = 200;

/**
 * What a client says about itself or its call: stored as it came, never trusted, limited in length.
 */
export function traceLabel(header: string | undefined): string | null {
  if (header === undefined) return null;
  const label = cut(header, maxLabelLength).trim();
  return label === "" ? null : label;
}

const product = String.raw`[\w.@/+-]{1,80}/[\w.+-]{1,40}`;
const clientShape = new RegExp(`^${product}( ${product})?$`);

/** `<package>/<version>`, or an application before it. An invalid one is ignored. */
export function clientLabel(header: string | undefined): string | null {
  if (header === undefined || header.length > maxLabelLength) return null;
  return clientShape.test(header) ? header : null;
}

/** The name of an operation in a form that can be stored, when a caller made it up. */
export function operationLabel(text: string): string {
  return cut(text, 100);
}

/** Truncated after the control characters are removed, and never within a surrogate pair. */
function cut(text: string, length: number): string {
  return withoutControls(withoutControls(text).slice(0, length));
}

function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, "");
}
