/** Code that may be wider than the screen: it scrolls on its own, also with the keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <div class="code">
      <pre tabindex={0} role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
