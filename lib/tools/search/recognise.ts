import { guideVocabulary, ordinaryWords, stopWords, vocabulary } from "./vocabulary.ts";
import { fold, stem, stemsOf } from "./words.ts";

const neutral = new Set([...stopWords, ...ordinaryWords].join(" ").split(" "));
const vocabularyWords = wordsOf(vocabulary);
const guideStems = new Set(wordsOf(guideVocabulary).map(stem)).difference(
  new Set(vocabularyWords.map(stem)),
);

function wordsOf(words: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(words).flatMap(([meaning, lines]) =>
    [meaning, ...lines].flatMap((line) => fold(line).split(" ")),
  );
}

interface Recogniser {
  /**
   * Whether a question is about the catalogue. Some word of nearly any sentence occurs in some
   * description, so a tool is offered only when more words belong to the catalogue than do not.
   */
  recognises(question: string): boolean;
  /** With the catalogue's word for one that nobody knows, where they differ by one slip. */
  corrected(question: string): string;
}

export function recognising(documents: readonly string[]): Recogniser {
  const words = [...vocabularyWords, ...documents.flatMap((text) => fold(text).split(" "))];
  const stems = new Set([...vocabularyWords.map(stem), ...documents.flatMap(stemsOf)]);
  const long = [...new Set(words)].filter((word) => word.length >= shortestSlip);
  const isKnown = (word: string): boolean => {
    const said = stem(word);
    if (stems.has(said)) return true;
    if (word.length < shortestSlip) return false;
    return [...stems].some((one) => begins(one, said)) || long.some((one) => isSlip(word, one));
  };
  const meant = (word: string): string => {
    const isWord = word.length < shortestSlip || stems.has(stem(word)) || neutral.has(word);
    return (isWord ? undefined : long.find((one) => isSlip(word, one))) ?? word;
  };
  return {
    recognises: (question) => {
      const said = fold(withoutNames(question, isKnown).replaceAll(/['’]s\b/g, ""))
        .split(" ")
        .filter(isTelling);
      const own = said.filter(isKnown).length;
      return own > said.length - own;
    },
    corrected: (question) =>
      question.replaceAll(/\p{L}+/gu, (word) => {
        const folded = fold(word);
        const other = meant(folded);
        return other === folded ? word : other;
      }),
  };
}

/** Neither a number nor a word that fits any purpose, as that of a guide does too. */
function isTelling(word: string): boolean {
  const isNumber = /^\d+(?:st|nd|rd|th)?$/.test(word);
  return word !== "" && !isNumber && !neutral.has(word) && !guideStems.has(stem(word));
}

/**
 * The name of a person or a company says nothing about the topic: capitalised words, not at the
 * start. A single one may also be a word of the catalogue.
 */
function withoutNames(question: string, isKnown: (word: string) => boolean): string {
  return question.replaceAll(/(?<=\p{Ll},? )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/gu, (name) =>
    !name.includes(" ") && isKnown(fold(name)) ? name : " ",
  );
}

/** Another form of the word: of the same verb, or of a noun made from it. */
function begins(one: string, other: string): boolean {
  return (one.length >= 5 && other.startsWith(one)) || (other.length >= 5 && one.startsWith(other));
}

/** In a shorter word another letter makes another word. */
const shortestSlip = 6;

/** One letter wrong, missing or too many, or two neighbours in each other's place. */
function isSlip(said: string, meant: string): boolean {
  if (Math.abs(said.length - meant.length) > 1) return false;
  const from = said.split("").findIndex((letter, place) => letter !== meant[place]);
  const place = from === -1 ? said.length : from;
  return (
    said.slice(place + 1) === meant.slice(place + 1) ||
    said.slice(place) === meant.slice(place + 1) ||
    (said.slice(place + 2) === meant.slice(place + 2) &&
      said[place] === meant[place + 1] &&
      said[place + 1] === meant[place]) ||
    said.slice(place + 1) === meant.slice(place)
  );
}
