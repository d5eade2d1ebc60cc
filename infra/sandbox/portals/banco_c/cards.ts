import { dayOf, daysIn, movePeriod, periodOf } from "../../generator/calendar.ts";
import { randomFor } from "../../generator/random.ts";
import { purchasesOf, type Card, type Purchase } from "./purchases.ts";

export interface CardMovement {
  card: Card;
  day: string;
  text: string;
  merchant: string | null;
  direction: "out" | "in";
  /** The amount of this instalment. */
  amount: number;
  total: number | null;
  /** `02/03` */
  instalment: string | null;
  /** The month on whose bill it is or will be. */
  billing: string;
  billed: boolean;
}

type AddedCardMovement = Pick<
  CardMovement,
  "card" | "day" | "text" | "merchant" | "direction" | "amount"
>;

export interface CardBook {
  cards(rut: string): Card[];
  /** The card's movements in a calendar month, up to today. */
  month(card: Card, period: string): CardMovement[];
  unbilled(card: Card): CardMovement[];
  /** A month's bill: from the 21st of the previous month to the 20th. */
  billed(card: Card, billing: string): CardMovement[];
  add(row: AddedCardMovement): void;
}

const billingDay = 20;
const mostInstalments = 6;

export function createCardBook(system: string, today: () => string): CardBook {
  const added: AddedCardMovement[] = [];

  function month(card: Card, period: string): CardMovement[] {
    const charged = Array.from({ length: mostInstalments }, (_, ago) =>
      purchasesOf(card, movePeriod(period, -ago))
        .filter(({ instalments }) => instalments > ago)
        .map((purchase) => chargeOf(card, purchase, period, ago + 1)),
    ).flat();
    const own = added.filter((row) => isSame(row.card, card) && periodOf(row.day) === period);
    return [...charged, ...own.map((row) => ({ ...row, total: null, instalment: null }))]
      .filter(({ day }) => day <= today())
      .toSorted((a, b) => a.day.localeCompare(b.day))
      .map((row) => ({ ...row, ...billOf(row.day, today()) }));
  }

  /** A bill covers parts of two calendar months, and unbilled movements are in the last two. */
  const around = (card: Card, period: string) => [
    ...month(card, movePeriod(period, -1)),
    ...month(card, period),
  ];

  return {
    cards: (rut) => cardsOf(system, rut),
    month,
    unbilled: (card) => around(card, periodOf(today())).filter(({ billed }) => !billed),
    billed: (card, billing) =>
      around(card, billing).filter((row) => row.billed && row.billing === billing),
    add: (row) => void added.push(row),
  };
}

function isSame(one: Card, other: Card): boolean {
  return one.owner === other.owner && one.position === other.position;
}

function cardsOf(system: string, rut: string): Card[] {
  return [1, 2, 3].map((position) => ({
    owner: rut,
    position,
    last: randomFor(system, rut, "card", position).digits(4),
    holder: position === 1 ? "titular" : "adicional",
  }));
}

function billOf(day: string, today: string): { billing: string; billed: boolean } {
  const late = Number(day.slice(8)) > billingDay;
  const billing = late ? movePeriod(periodOf(day), 1) : periodOf(day);
  return { billing, billed: today > dayOf(billing, billingDay) };
}

/** Each instalment is charged on the purchase's day of the month, or on the month's last day. */
function chargeOf(card: Card, purchase: Purchase, period: string, which: number) {
  const { instalments, amount, text, merchant, direction } = purchase;
  const share = Math.floor(amount / instalments);
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    card,
    text,
    merchant,
    direction,
    day: dayOf(period, Math.min(purchase.dayOfMonth, daysIn(period))),
    amount: which === instalments ? amount - share * (instalments - 1) : share,
    total: instalments > 1 ? amount : null,
    instalment: instalments > 1 ? `${two(which)}/${two(instalments)}` : null,
  };
}
