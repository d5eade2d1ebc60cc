import { randomFor } from "../../../generator/random.ts";

interface IssuerAddress {
  code: string;
  text: string;
}

const streets = ["Av. Los Ñandúes", "Calle Íñigo de Loyola", "Pasaje El Peumo"] as const;
const communes = ["Ñuñoa", "Viña del Mar", "Chillán", "Peñalolén"] as const;

/** Where an issuer of fee receipts may say that it works; the codes do not reveal the order. */
export function issuerAddresses(company: string, count: number): IssuerAddress[] {
  const random = randomFor("tributario", company, "fee addresses");
  return Array.from({ length: count }, () => ({
    code: random.digits(8),
    text: `${random.pick(streets)} ${random.between(10, 4999)}, ${random.pick(communes)}`,
  }));
}
