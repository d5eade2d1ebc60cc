import { unknownShape } from "./table.ts";

/**
 * An account's month that the portal does not offer: it shows nothing of it, however often it is
 * asked.
 */
export const notOffered = { rows: [], incompletos: 0, completo: false, cut: true };

/**
 * Whether a form offers a month, in the form's own format. A list with anything else in it is
 * refused: the portal may offer the month under another name.
 */
export function offersMonth(choices: readonly string[], wanted: string): boolean {
  const shape = shapeOf(wanted);
  const isKnown = choices.length > 0 && choices.every((choice) => shapeOf(choice) === shape);
  if (!isKnown) throw unknownShape("a form that offers no months");
  return choices.includes(wanted);
}

function shapeOf(month: string): string {
  return month.replaceAll(/\d/g, "0");
}
