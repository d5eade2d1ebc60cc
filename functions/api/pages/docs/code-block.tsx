/** Code that may be wider than the screen: it scrolls by itself, with the keyboard too. */
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
