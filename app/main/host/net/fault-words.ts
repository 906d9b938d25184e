const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that port',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  ECONNABORTED: 'the connection was broken off',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  ENETDOWN: 'there is no network',
  ETIMEDOUT: 'there was no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'there was no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'its answer stopped half-way',
  UND_ERR_SOCKET: 'the connection was broken off',
  UND_ERR_HEADERS_OVERFLOW: 'its headers have no end',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'it sent more or less than it said',
  Z_BUF_ERROR: 'its answer is packed, and ends too early',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers at that port does not speak https; it may be an http: address',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers at that port does not speak https; it may be an http: address',
  ERR_SSL_HTTP_REQUEST: 'what answers at that port does not speak https; it may be an http: address',
};

/** The same for families of codes, in this order. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'its answer is not HTTP'],
  [/^(?:Z_|ERR__ERROR_|ERR_BROTLI|BROTLI|ZSTD_|ERR_ZSTD)/, 'its answer is packed, and what is packed is broken'],
  [/CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE|CRL/, 'its certificate is not one that is trusted here'],
  [/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/, 'no secure connection with it could be made'],
];

/** A fault of the transport that says something, itself or by what caused it. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string' && code !== '') return code;
  }
  return '';
}

/**
 * What went wrong on the way, in plain words on one line: what TLS, unpacking and the transport say themselves is for those
 * who work on them. A fault without a code is one of the guard's own, and is told as it is.
 */
export function faultWords(error: unknown): string {
  const code = codeOf(error);
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const words = known ?? KINDS.find(([pattern]) => pattern.test(code))?.[1];
  if (words !== undefined) return words;
  if (code !== '') return `the connection failed (${code.replace(/[^\w]/g, '').slice(0, 60)})`;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
