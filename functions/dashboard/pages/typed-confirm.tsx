import type { Child } from "hono/jsx";
import { Field, Form, Submit } from "./parts.tsx";

interface TypedProps {
  action: string;
  seal: string;
  /** What has to be typed: a name that is on the page. */
  word: string;
  /** Of the button. */
  label: string;
  /** What was typed was something else. */
  isWrong?: boolean;
  /** Of the field, where a page has more than one. */
  name?: string;
  children?: Child;
}

const field = "escrito";

/** For what cannot be taken back: the name of it is typed first. */
export function TypedConfirm(props: TypedProps) {
  const { action, seal, word, label, isWrong = false, name = field, children } = props;
  return (
    <Form action={action} seal={seal}>
      {children}
      <Field
        name={name}
        label={`Escribe «${word}» para confirmar`}
        problem={isWrong ? `Tiene que decir «${word}», igual que ahí.` : null}
        maxlength={200}
        focused={isWrong}
      />
      <Submit kind="button danger">{label}</Submit>
    </Form>
  );
}

/** Spaces around it and in it do not count; capitals do. */
export function isTyped(fields: URLSearchParams, word: string, name = field): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
  return plain(fields.get(name) ?? "") === plain(word);
}
