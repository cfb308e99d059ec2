import type { Problem } from '../../model/problem.ts'
import { isPemText, pemGiven, pemHint } from '../../util/pem-text.ts'
import { problemAt, type Rule } from '../rule.ts'
import { type TlsSetting, tlsSettings } from '../tls-settings.ts'

/** Every `tls` has one identity or none, its files exist, and one that trusts everybody is reported. */
export const validTls: Rule = (parsed, facts) =>
  tlsSettings(parsed, facts.configuration).flatMap(setting => [
    ...identityProblems(setting),
    ...setting.files
      .filter(({ written }) => isPemText(written))
      .map(({ key }) =>
        problemAt(setting.source, [...setting.path, key], 'bad-value', pemGiven(key), {
          hint: pemHint(key),
          atKey: true,
        }),
      ),
    ...setting.files
      .filter(({ written, file }) => !isPemText(written) && facts.missingFiles.has(file))
      .map(({ key, written, file }) =>
        problemAt(
          setting.source,
          [...setting.path, key],
          'file-missing',
          `there is no ${key} file ${written} (File Error)`,
          { hint: `It was looked for at ${file}.` },
        ),
      ),
    ...unverifiedTls(setting),
  ])

function identityProblems({ source, path, value }: TlsSetting): readonly Problem[] {
  const has = (key: string): boolean => Object.hasOwn(value, key)
  const at = (key: string, code: 'misplaced-key' | 'missing-key', message: string): readonly Problem[] => [
    problemAt(source, [...path, key], code, message, { atKey: true }),
  ]
  if (has('pfx') && (has('certificate') || has('key')))
    return at('pfx', 'misplaced-key', '"tls" has one identity: "pfx" and "certificate" with "key" are two')
  if (has('certificate') && !has('key'))
    return at('certificate', 'missing-key', '"certificate" needs the key "key"')
  if (has('key') && !has('certificate')) return at('key', 'missing-key', '"key" needs the key "certificate"')
  if (has('passphrase') && !has('key') && !has('pfx'))
    return at('passphrase', 'missing-key', '"passphrase" needs the key "key" or "pfx"')
  return []
}

/** Warns of a `tls` that trusts everybody. */
export function unverifiedTls({ source, path, value }: TlsSetting): readonly Problem[] {
  if (value['verify'] !== false) return []
  return [
    problemAt(source, [...path, 'verify'], 'unverified-tls', 'server certificates are not verified', {
      severity: 'warning',
      hint: 'Anybody on the way can read and change what is sent. Trust the authority with "ca" instead.',
    }),
  ]
}
