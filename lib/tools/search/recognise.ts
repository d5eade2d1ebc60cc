import { ordinaryWords, stopWords, vocabulary } from "./vocabulary.ts";
import { fold, stem, stemsOf } from "./words.ts";

const neutral = new Set([...stopWords, ...ordinaryWords].join(" ").split(" "));
const vocabularyWords = Object.entries(vocabulary).flatMap(([meaning, lines]) =>
  [meaning, ...lines].flatMap((line) => fold(line).split(" ")),
);

/**
 * Whether a question is about the catalogue. Some word of nearly any sentence occurs in some
 * description, so a tool is offered only when more words belong to the catalogue than do not.
 */
export function recognising(documents: readonly string[]): (question: string) => boolean {
  const words = [...vocabularyWords, ...documents.flatMap((text) => fold(text).split(" "))];
  const stems = new Set([...vocabularyWords.map(stem), ...documents.flatMap(stemsOf)]);
  const long = [...new Set(words)].filter((word) => word.length >= shortestSlip);
  const isKnown = (word: string): boolean => {
    const said = stem(word);
    if (stems.has(said)) return true;
    if (word.length < shortestSlip) return false;
    return [...stems].some((one) => begins(one, said)) || long.some((one) => isSlip(word, one));
  };
  return (question) => {
    const said = fold(withoutNames(question))
      .split(" ")
      .filter((word) => word !== "" && !neutral.has(word) && !/^\d+$/.test(word));
    const own = said.filter(isKnown).length;
    return own > said.length - own;
  };
}

/**
 * A person's name says nothing about the topic: two or more capitalised words in a row, not at the
 * start.
 */
function withoutNames(question: string): string {
  return question.replaceAll(/(?<=\p{Ll},? )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu, " ");
}

/** Another form of the word: of the same verb, or of a noun made from it. */
function begins(one: string, other: string): boolean {
  return (one.length >= 5 && other.startsWith(one)) || (other.length >= 5 && one.startsWith(other));
}

/** In a shorter word another letter makes another word. */
const shortestSlip = 6;

/** One letter wrong, missing or too many. */
function isSlip(said: string, meant: string): boolean {
  if (Math.abs(said.length - meant.length) > 1) return false;
  const from = said.split("").findIndex((letter, place) => letter !== meant[place]);
  const place = from === -1 ? said.length : from;
  return (
    said.slice(place + 1) === meant.slice(place + 1) ||
    said.slice(place) === meant.slice(place + 1) ||
    said.slice(place + 1) === meant.slice(place)
  );
}
