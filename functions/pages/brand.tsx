export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" fill="none" stroke="#97420f" stroke-width="3"><circle cx="9" cy="13" r="6.5"/><circle cx="17" cy="13" r="6.5"/></svg>';

export const icon = `data:image/svg+xml,${encodeURIComponent(iconSvg)}`;

/** Says whose page this is. */
export function Brand() {
  return (
    <header class="brand">
      <Mark />
      Connect
    </header>
  );
}

export function Mark() {
  return (
    <svg width="26" height="26" viewBox="0 0 26 26" fill="none" aria-hidden="true">
      <circle cx="9.5" cy="13" r="6.5" stroke="currentColor" stroke-width="2.4" />
      <circle cx="16.5" cy="13" r="6.5" stroke="currentColor" stroke-width="2.4" />
    </svg>
  );
}
