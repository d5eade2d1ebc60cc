import { daysIn } from "../../generator/calendar.ts";
import { businessName } from "../../generator/people.ts";
import { randomFor, type Random } from "../../generator/random.ts";

export interface Card {
  owner: string;
  position: number;
  /** The last four digits, all that the portal prints. */
  last: string;
  holder: "titular" | "adicional";
}

export interface Purchase {
  dayOfMonth: number;
  text: string;
  merchant: string | null;
  direction: "out" | "in";
  amount: number;
  instalments: number;
}

const twinsFrom = 6;

/** A card's month: purchases, two of them identical, and on the first card a fee and a payment. */
export function purchasesOf(card: Card, period: string): Purchase[] {
  const random = randomFor("card", card.owner, card.position, period);
  const purchases = Array.from({ length: countOf(card, period, random) }, () =>
    purchase(period, random),
  );
  const [first] = purchases;
  const twins = first && purchases.length >= twinsFrom ? [{ ...first }] : [];
  return [...purchases, ...twins, ...(card.position === 1 ? account(period, random) : [])];
}

/** The third card is idle in even months. */
function countOf(card: Card, period: string, random: Random): number {
  if (card.position === 1) return random.between(12, 45);
  if (card.position === 2) return random.between(2, 14);
  return Number(period.slice(5)) % 2 === 0 ? 0 : random.between(1, 5);
}

function purchase(period: string, random: Random): Purchase {
  const isRefund = random.chance(5);
  const instalments = isRefund || random.chance(75) ? 1 : random.pick([2, 3, 6]);
  return {
    dayOfMonth: random.between(1, daysIn(period)),
    text: isRefund
      ? "DEVOLUCIÓN DE COMPRA"
      : instalments > 1
        ? "COMPRA EN CUOTAS SIN INTERÉS"
        : "COMPRA NACIONAL",
    merchant: businessName(random),
    direction: isRefund ? "in" : "out",
    amount: random.between(1_990, 480_000),
    instalments,
  };
}

function account(period: string, random: Random): Purchase[] {
  const common = { merchant: null, instalments: 1 };
  return [
    {
      ...common,
      dayOfMonth: 5,
      text: "PAGO RECIBIDO, GRACIAS",
      direction: "in",
      amount: random.between(300_000, 2_500_000),
    },
    {
      ...common,
      dayOfMonth: daysIn(period),
      text: "COMISIÓN DE ADMINISTRACIÓN",
      direction: "out",
      amount: random.between(2_900, 9_900),
    },
  ];
}
