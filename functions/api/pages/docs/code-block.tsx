/** Code that may be wider than the screen: it scrolls by itself, with the keyboard too. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre tabindex={0} role="region" aria-label={label}>
      <code>{text}</code>
    </pre>
  );
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
