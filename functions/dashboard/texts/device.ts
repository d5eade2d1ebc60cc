const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const nameIn = (userAgent: string, names: typeof systems): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** What a person would call the device; a browser's description of itself is not proof. */
export function deviceText(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = nameIn(text, browsers);
  const system = nameIn(text, systems);
  if (browser !== null && system !== null) return `${browser} en ${system}`;
  return browser ?? system ?? "Otro dispositivo";
}
