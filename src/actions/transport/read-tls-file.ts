import { X509Certificate } from 'node:crypto'
import { readBytes } from '../../util/read-text.ts'
import { isPemText, pemGiven, pemHint } from '../../util/pem-text.ts'
import { failed, prepared, type Failed, type Prepared } from '../failure.ts'

/** The bytes of a file that the setting `tls` names under this key. */
export function readTlsFile(key: string, file: string): Prepared<Buffer> {
  // It may be a private key, which no message quotes.
  if (isPemText(file))
    return failed('file-unreadable', { reason: `tls: ${pemGiven(key)}`, hint: pemHint(key) })
  try {
    return prepared(readBytes(file))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const reason = readReasons[code] ?? `cannot be read (${code})`
    return failed('file-unreadable', { reason: `tls: the ${key} file ${file} ${reason}` })
  }
}

const readReasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user (EACCES)',
}

/** The blocks of a PEM text (RFC 7468) that have one of these labels. */
export function pemBlocks(content: Buffer, labels: readonly string[]): readonly string[] {
  const label = `(?:${labels.join('|')})`
  const block = new RegExp(`-----BEGIN ${label}-----[\\s\\S]*?-----END ${label}-----`, 'g')
  return content.toString('latin1').match(block) ?? []
}

/** Describes the error in a file that has to hold certificates; undefined when there is none. */
export function badCertificates(key: string, file: string, content: Buffer): Failed | undefined {
  const blocks = pemBlocks(content, ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])
  if (blocks.length === 0)
    return failed('file-unreadable', {
      reason: `tls: the ${key} file ${file} holds no certificate`,
      hint: certificateHint(content),
    })
  return unless(
    () => blocks.map(text => new X509Certificate(text)),
    () =>
      failed('file-unreadable', {
        reason: `tls: a certificate in the ${key} file ${file} cannot be read`,
        hint: 'Export it again: its text is damaged.',
      }),
  )
}

/** Runs `attempt` and lets `explain` describe its error; undefined when there is none. */
export function unless(attempt: () => unknown, explain: (error: unknown) => Failed): Failed | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return explain(error)
  }
}

const form = 'It must be PEM text with -----BEGIN CERTIFICATE-----.'

/** A hint that knows what the file holds instead. */
function certificateHint(content: Buffer): string {
  const label = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(content.toString('latin1'))?.[1]
  if (label !== undefined) return `${form} In this one stands -----BEGIN ${label}-----.`
  // A sequence with a length of two bytes: a certificate as bytes (RFC 5280 section 4.1).
  if (content[0] === 0x30 && content[1] === 0x82)
    return `${form} This one seems to be DER; turn it into PEM: \`openssl x509 -inform der -in FILE\`.`
  return form
}
