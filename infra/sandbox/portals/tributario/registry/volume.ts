import type { Random } from "../../../generator/random.ts";

interface Volume {
  purchases: number;
  sales: number;
}

/** By calendar month, the same every year: 40 documents in February, 400 in December, else between. */
export function volumeOf(period: string, random: Random): Volume {
  switch (period.slice(5)) {
    case "02":
      return { purchases: 24, sales: 16 };
    case "07":
      return { purchases: 60, sales: 0 };
    case "10":
      return { purchases: 0, sales: 45 };
    case "12":
      return { purchases: 250, sales: 150 };
    default:
      return { purchases: random.between(30, 200), sales: random.between(20, 130) };
  }
}
