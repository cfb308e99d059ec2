/**
 * The keys inside `auth`, `tls` and `proxy` whose values are secret. User names, ids of clients, addresses and the names of headers
 * are not: they may stand in every output.
 */
export const credentialKeys: ReadonlySet<string | number> = new Set([
  'bearer',
  'password',
  'value',
  'client-secret',
  'access-key-id',
  'secret-access-key',
  'session-token',
  'passphrase',
  'refresh-token',
  'assertion',
  'client-assertion',
  'private-key',
  'subject-token',
  'actor-token',
])
