import { isDay, santiagoMidnight } from "../../generator/calendar.ts";
import { contentOf, recipientsOf, type Label, type Message } from "./message.ts";

type Test = (message: Message) => boolean;

const places: Record<string, Label> = { sent: "SENT", inbox: "INBOX", drafts: "DRAFT" };

/** A parsed query, or undefined if part of it is invalid. */
export function searchFor(question: string): Test | undefined {
  const parts = question.match(/\w+:"[^"]*"|\w+:\S+|"[^"]*"|\S+/g) ?? [];
  const tests = parts.map(testOf);
  const asksForDrafts = parts.some((part) => part.toLowerCase() === "in:drafts");
  if (!tests.every((one) => one !== undefined)) return undefined;
  // Drafts are found only by a query for drafts.
  return (message) =>
    message.labels.includes("DRAFT") === asksForDrafts && tests.every((fits) => fits(message));
}

function testOf(part: string): Test | undefined {
  const [, operator = "", value = ""] = /^(\w+):(.+)$/.exec(part) ?? [];
  const wanted = folded(value.replaceAll('"', ""));
  switch (operator.toLowerCase()) {
    case "in": {
      const place = places[wanted];
      if (wanted === "anywhere") return () => true;
      return place && ((message) => message.labels.includes(place));
    }
    case "from":
      return (message) => folded(contentOf(message).header("from") ?? "").includes(wanted);
    case "to":
      return (message) => toText(message).includes(wanted);
    case "subject":
      return (message) => folded(contentOf(message).header("subject") ?? "").includes(wanted);
    case "after":
      return dayTest(wanted, (at, midnight) => at >= midnight);
    case "before":
      return dayTest(wanted, (at, midnight) => at < midnight);
    case "has":
      return wanted === "attachment"
        ? (message) => contentOf(message).parts.some(({ name }) => name !== null)
        : undefined;
    default: {
      const words = folded(part.replaceAll('"', ""));
      return (message) => everythingIn(message).includes(words);
    }
  }
}

/** `2026/11/21` or `2026-11-21`: midnight of that day in Santiago. */
function dayTest(typed: string, compare: (at: Date, midnight: Date) => boolean): Test | undefined {
  const day = typed.replaceAll("/", "-");
  if (!isDay(day)) return undefined;
  const midnight = santiagoMidnight(day);
  return ({ at }) => compare(at, midnight);
}

function toText(message: Message): string {
  const { header } = contentOf(message);
  const { to, cc, bcc } = recipientsOf(message);
  return folded([header("to"), header("cc"), ...to, ...cc, ...bcc].join(" "));
}

function everythingIn(message: Message): string {
  const { header, text } = contentOf(message);
  return folded([header("subject"), header("from"), toText(message), text].join(" "));
}

/** Ignores case and accents, as people search. */
function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
