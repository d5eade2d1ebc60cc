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
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, "connection reset"],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN|EACCES|EPERM)$/,
    "address not reachable",
  ],
  [/^(ETIMEDOUT|ABORT_ERR|ERR_CONNECT_LIMIT)$/, "timeout"],
  [/^HPE_/, "answer not valid http"],
  [
    /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|ERROR_IN_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/,
    "tls certificate not valid",
  ],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, "tls handshake failed"],
];

/** Our own text for a network error; the error's text may contain addresses and answers. */
export function failureReason(error: unknown): SendFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? "connection failed";
}
