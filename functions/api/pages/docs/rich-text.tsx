import { inlineOf } from "#lib/guides/index.ts";
import { inLocale, type Locale } from "./subject.ts";

/** Text with the three kinds of markup that guides use. */
export function RichText({ text, locale }: { text: string; locale: Locale }) {
  return (
    <>
      {inlineOf(text).map((piece) => {
        switch (piece.kind) {
          case "plain":
            return piece.text;
          case "code":
            return <code>{piece.text}</code>;
          case "strong":
            return <strong>{piece.text}</strong>;
          case "link":
            return <a href={inLocale(locale, piece.href)}>{piece.text}</a>;
        }
      })}
    </>
  );
}
