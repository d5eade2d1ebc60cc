/** `76555835` → `76555835-2` */
export function rutOf(number: number): string {
  let rest = number;
  let factor = 2;
  let sum = 0;
  while (rest > 0) {
    sum += (rest % 10) * factor;
    rest = Math.floor(rest / 10);
    factor = factor === 7 ? 2 : factor + 1;
  }
  const digit = 11 - (sum % 11);
  return `${number}-${digit === 11 ? "0" : digit === 10 ? "K" : digit}`;
}

/** `76555835-2` → `76.555.835-2` */
export function dottedRut(rut: string): string {
  const [number = "", digit = ""] = rut.split("-");
  return `${number.replace(/\B(?=(\d{3})+$)/g, ".")}-${digit}`;
}

/** A RUT as login forms accept it: with or without dots, any case. Undefined if the check digit is wrong. */
export function readRut(text: string): string | undefined {
  const compact = text.replace(/[.\s-]/g, "").toUpperCase();
  const match = /^0*(\d{1,8})([\dK])$/.exec(compact);
  if (!match) return undefined;
  const rut = rutOf(Number(match[1]));
  return rut.endsWith(`-${match[2]}`) ? rut : undefined;
}
