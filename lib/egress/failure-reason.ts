const sendFailures = [
  "timeout",
  "connection refused",
  "connection reset",
  "address not reachable",
  "tls certificate not valid",
  "tls handshake failed",
  "answer not valid http",
  "connection failed",
] as const;
export type SendFailure = (typeof sendFailures)[number];

const byCode: [RegExp, SendFailure][] = [
  [/^ECONNREFUSED$/, "connection refused"],
  // The last is an answer that ended before its announced length.
  [
    /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    "connection reset",
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN|EACCES|EPERM)$/,
    "address not reachable",
  ],
  [/^(ETIMEDOUT|ABORT_ERR|ERR_CONNECT_LIMIT)$/, "timeout"],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW$)/, "answer not valid http"],
  [
    /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|ERROR_IN_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/,
    "tls certificate not valid",
  ],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, "tls handshake failed"],
];

/**
 * The parser's errors have no code, those of its client that of a closed connection, and a 101 that
 * upgrades nothing fails one of its assertions.
 */
function isInvalidAnswer({ name, message }: Error): boolean {
  const byName = name === "HTTPParserError" || name === "AssertionError";
  return byName || message === "bad response" || message === "bad upgrade";
}

/** Our own text for a network error; the error's text may contain addresses and answers. */
export function failureReason(error: unknown): SendFailure {
  if (error instanceof Error && isInvalidAnswer(error)) return "answer not valid http";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? "connection failed";
}
