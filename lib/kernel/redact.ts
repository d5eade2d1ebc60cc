const secretKeys = new RegExp(
  [
    "^(authorization|(set-)?cookie|key|pin|body|input|output|payload|html|clave.*)$",
    "((api|private|master|data)[_-]?key|secret|password|contrase[nñ]a|clave|token)$",
    "(credentials?|credencial(es)?|certificate)$",
  ].join("|"),
  "i",
);

/** Everything after this marker is a failed query's values, as the database layer prints them. */
const queryValues = "\nparams: ";

const secretTexts: [RegExp, string][] = [
  [/connect_sk_[0-9A-Za-z]+/g, "connect_sk_[redacted]"],
  [/whsec_[0-9A-Za-z+/=_-]+/g, "whsec_[redacted]"],
  [/\bBearer\s+\S+/gi, "Bearer [redacted]"],
  [/(postgres(?:ql)?:\/\/[^:@/\s]*):[^@\s]*@/gi, "$1:[redacted]@"],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "[redacted token]"],
  [/\/connect\/(cortar\/)?[\w-]{20,}/g, "/connect/$1[redacted]"],
  [/\/invitaciones\/[\w-]{20,}/g, "/invitaciones/[redacted]"],
];

const maxDepth = 6;
/** No line needs more, and some patterns take quadratic time. */
const maxLength = 8_192;

/** Removes what must not reach a log: by the key's name, and by the look of the text. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "[deep]";
  if (value instanceof Date) return value.toJSON();
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return "[bytes]";
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretKeys.test(key) ? "[redacted]" : redact(item, depth + 1),
    ]),
  );
}

function redactText(text: string): string {
  const at = text.indexOf(queryValues);
  const kept = cut(at === -1 ? text : text.slice(0, at));
  const clean = secretTexts.reduce((part, [pattern, mark]) => part.replace(pattern, mark), kept);
  return at === -1 ? clean : `${clean}${queryValues}[redacted]`;
}

/** Cuts between two words: half a password is not recognised by its look. */
function cut(text: string): string {
  if (text.length <= maxLength) return text;
  let end = maxLength;
  while (end > 0 && !/\s/.test(text.charAt(end))) end -= 1;
  return `${text.slice(0, end)} [cut]`;
}

function redactError(error: Error, depth: number): unknown {
  return {
    name: error.name,
    message: redactText(error.message),
    stack: framesOf(error),
    ...("code" in error && { code: redact(error.code, depth + 1) }),
    ...(error.cause !== undefined && { cause: redact(error.cause, depth + 1) }),
  };
}

/** Without the message at the start of a stack: its quotes can look like frames. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  return redactText(at === -1 ? stack : stack.slice(at + message.length)).trim();
}
