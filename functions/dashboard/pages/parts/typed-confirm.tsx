import type { Child } from "hono/jsx";
import { Field, Form, Submit } from "./parts.tsx";

interface TypedProps {
  action: string;
  seal: string;
  /** What has to be typed: a name shown on the page. */
  word: string;
  /** The button's label. */
  label: string;
  /** What was typed did not match. */
  isWrong?: boolean;
  /** The field's name, if a page has several. */
  name?: string;
  children?: Child;
}

const field = "escrito";

/** For irreversible actions: its name must be typed first. */
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
      />
      <Submit kind="button danger">{label}</Submit>
    </Form>
  );
}

/** Extra spaces do not matter; capitals do. */
export function isTyped(fields: URLSearchParams, word: string, name = field): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
  return plain(fields.get(name) ?? "") === plain(word);
}
