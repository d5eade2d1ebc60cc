const codes: ReadonlyMap<string, string> = new Map([
  ["pesos", "CLP"],
  ["peso", "CLP"],
  ["clp", "CLP"],
  ["$", "CLP"],
  ["dolar", "USD"],
  ["dolares", "USD"],
  ["usd", "USD"],
  ["us$", "USD"],
  ["euro", "EUR"],
  ["euros", "EUR"],
  ["eur", "EUR"],
  ["uf", "UF"],
]);

/** The currency that a bank's word names: `Dólar` is USD. Null for an unknown word. */
export function parseMoneda(text: string): string | null {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase();
  return codes.get(plain) ?? null;
}
