import { callAsCurl, callAsPython, callAsTypeScript, type ShownCall } from "#lib/guides/index.ts";
import { CodeBlock } from "./code-block.tsx";

const languages = [
  { id: "curl", name: "curl", print: callAsCurl },
  { id: "ts", name: "TypeScript", print: callAsTypeScript },
  { id: "python", name: "Python", print: callAsPython },
] as const;

/** One call in each language, one of them shown, as radio buttons so that it works without scripts. */
export function CodeTabs({
  call,
  place,
  label,
}: {
  call: ShownCall;
  place: number;
  label: string;
}) {
  const group = `call-${place}`;
  return (
    <fieldset class="tabs">
      <legend>{label}</legend>
      {languages.map(({ id, name }, nth) => (
        <>
          <input type="radio" name={group} id={`${group}-${id}`} value={id} checked={nth === 0} />
          <label for={`${group}-${id}`}>{name}</label>
        </>
      ))}
      {languages.map(({ id, name, print }) => (
        <div class={`tab ${id}`}>
          <CodeBlock label={`${name}: ${call.toolId}, ${place + 1}`} text={print(call)} />
        </div>
      ))}
    </fieldset>
  );
}
