/** A certificate authority of the tests alone, and a server under it for the names that the tests use. Nothing trusts it. */
const AUTHORITY = [
  'MIIBajCCARGgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFXYXJyYW50IHRlc3Qgcm9vdDAgFw0yMDAxMDEwMDAwMDBa',
  'GA8yMTIwMDEwMTAwMDAwMFowHDEaMBgGA1UEAwwRV2FycmFudCB0ZXN0IHJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR6',
  'F75Zi+/P3QR/Z9LLOzLzWJoUqNDTorMPojpH8zbRLiNAaa3uPZ/5rKfEjSrBU8A9Xdl0bKg9LeWoU9e7FzcWo0IwQDAPBgNVHRMB',
  'Af8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUz59GkstoElUdSwPmUvq/IEy/sHQwCgYIKoZIzj0EAwIDRwAwRAIg',
  'cW6TOi9GZ7bI6Ytt9lLjAgHtfT+LwawoKL7Ha++vx/sCIAnhyxN6U7IEz99mrz5m5GaHbkZKH6nOSSYNZ8WTtVL/',
].join('');

const SERVER = [
  'MIICeDCCAh2gAwIBAgIBAjAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFXYXJyYW50IHRlc3Qgcm9vdDAgFw0yMDAxMDEwMDAwMDBa',
  'GA8yMTIwMDEwMTAwMDAwMFowHjEcMBoGA1UEAwwTV2FycmFudCB0ZXN0IHNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  'BJpzfbogf+l6iJ3YyNUmrXEdQ6pPrEa2ulEqSShFLyy14PTHOahyjfaE3tdbmE1+l9KQevhMz7PuP0vRW4YInDejggFKMIIBRjAJ',
  'BgNVHRMEAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUEDDAKBggrBgEFBQcDATCB0wYDVR0RBIHLMIHIggtleGFtcGxlLm9yZ4IN',
  'Ki5leGFtcGxlLm9yZ4ILZXhhbXBsZS5jb22CDSouZXhhbXBsZS5jb22CDyoud2lraXBlZGlhLm9yZ4IOKi53aWtpZGF0YS5vcmeC',
  'EmFwaS5sYW5nc2VhcmNoLmNvbYIRYXBpLnNlcnBzdGFjay5jb22CE2h0bWwuZHVja2R1Y2tnby5jb22CG2N1c3RvbXNlYXJjaC5n',
  'b29nbGVhcGlzLmNvbYIUYXBpLnNlYXJjaC5icmF2ZS5jb20wHQYDVR0OBBYEFKpxBIgWQ2ERb1oU4woFyygHZfrTMB8GA1UdIwQY',
  'MBaAFM+fRpLLaBJVHUsD5lL6vyBMv7B0MAoGCCqGSM49BAMCA0kAMEYCIQDW8uzmK/WBZw8W/YyYQIzqNaSeHNzCA2I1wqZT49ug',
  'MgIhAJTExwWElmCqoWD+kWmGuDvPBF0gnkteezStRZZKyEcT',
].join('');

/** The server's key, which guards nothing. */
const KEY = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcPLy55Tzu9JRoGTeLgb0y5O44bO+rv5dnZxhaCVD0fChRANCAASa',
  'c326IH/peoid2MjVJq1xHUOqT6xGtrpRKkkoRS8steD0xzmoco32hN7XW5hNfpfSkHr4TM+z7j9L0VuGCJw3',
].join('');

const pem = (what: string, base64: string): string =>
  `-----BEGIN ${what}-----\n${base64.match(/.{1,64}/gu)?.join('\n') ?? ''}\n-----END ${what}-----\n`;

/** The root to be trusted (`Ports.net.ca`), and what a local TLS server shows. */
export const TEST_TLS = {
  ca: pem('CERTIFICATE', AUTHORITY),
  cert: pem('CERTIFICATE', SERVER),
  key: pem('PRIVATE KEY', KEY),
};
