import { guideVocabulary, stopWords, vocabulary } from "./vocabulary.ts";

/** Lower case, without accents, one space between words. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}

/** Spanish and English endings, longest first, after the plural's. The stem need not be a word. */
const endings = (
  "amiento imiento ization acion ucion iendo ieron mente ation ando aron ment tion " +
  "ador edor idor ado ada ido ida ing ion ar er ir ed io ia a e o y n r"
).split(" ");
const plurals: Readonly<Record<string, string>> = { iones: "ion", ies: "y", es: "", s: "" };
const shortestStem = 3;
/** Written together with the verb: anularla, mandarle. */
const pronoun = /(?<=..[aei]r)(?:me|te|nos|l[aeo]s?)$/;

export function stem(word: string): string {
  if (/\d/.test(word)) return word;
  // The first person plural is no noun plural: transferimos, vendimos.
  if (word.length > 6 && /[aei]mos$/.test(word)) return word.slice(0, -4);
  const verb = word.replace(pronoun, "");
  const one = without(verb, Object.keys(plurals), (plural) => plurals[plural] ?? "");
  return without(one, endings, () => "");
}

function without(
  word: string,
  parts: readonly string[],
  instead: (part: string) => string,
): string {
  const part = parts.find((end) => word.endsWith(end) && word.length - end.length >= shortestStem);
  return part === undefined ? word : word.slice(0, -part.length) + instead(part);
}

const ignored = new Set(stopWords.join(" ").split(" "));

/** The stems of a text; for a camel case name also the name as a whole. */
export function stemsOf(text: string): string[] {
  const names = text.match(/[a-z]+(?:[A-Z][a-z0-9]*)+/g) ?? [];
  const apart = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2");
  const words = fold(apart).split(" ");
  return [
    ...words.filter((word) => word !== "" && !ignored.has(word)).map(stem),
    ...names.map((name) => name.toLowerCase()),
  ];
}

interface Entry {
  /** The catalogue's own word. */
  meaning: string;
  /** Stems that must follow one another; mostly a single one. */
  stems: readonly string[];
}

const entries: Entry[] = Object.entries({ ...vocabulary, ...guideVocabulary }).flatMap(
  ([meaning, lines]) =>
    lines.flatMap((line) =>
      line.split(", ").map((said) => ({
        meaning: stem(meaning),
        stems: fold(said).split(" ").map(stem),
      })),
    ),
);
const byFirst = Map.groupBy(entries, ({ stems }) => stems[0] ?? "");

interface Term {
  stem: string;
  weight: number;
}

/**
 * The stems to look for: the question's own, and the catalogue's words for it. The longest phrase
 * wins and then replaces its words: a statement of account is neither a state nor an account.
 */
export function termsOf(question: string): Term[] {
  const names = question.match(/[a-z]+(?:[A-Z][a-z0-9]*)+/g) ?? [];
  const words = fold(question).split(" ");
  const said = words.map(stem);
  const terms = names.map((name): Term => ({ stem: name.toLowerCase(), weight: 1 }));
  for (let place = 0; place < said.length;) {
    const found = longestAt(said, place);
    const length = found[0]?.stems.length ?? 1;
    // All meanings of a word together weigh as much as the word itself.
    terms.push(...found.map(({ meaning }) => ({ stem: meaning, weight: length / found.length })));
    const word = words[place] ?? "";
    if (length === 1 && word !== "" && !ignored.has(word))
      terms.push({ stem: stem(word), weight: 1 });
    place += length;
  }
  return terms;
}

function longestAt(said: readonly string[], place: number): Entry[] {
  const fitting = (byFirst.get(said[place] ?? "") ?? []).filter(({ stems }) =>
    stems.every((wanted, offset) => said[place + offset] === wanted),
  );
  const longest = Math.max(...fitting.map(({ stems }) => stems.length));
  return fitting.filter(({ stems }) => stems.length === longest);
}
