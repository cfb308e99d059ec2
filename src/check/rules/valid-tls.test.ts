import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const step = 'request: GET http://127.0.0.1:4010/'
const suite = (tls: string): string => `suite: A\nsettings:\n  tls: ${tls}\nsteps: [{ ${step} }]`

describe('tls', () => {
  it('has a certificate with its key, or a PKCS#12 file', async () => {
    await expectProblems(suite('{ certificate: a.pem, key: a.key, passphrase: open }'), [])
    await expectProblems(suite('{ pfx: a.p12 }'), [])
    await expectProblems(suite('{ certificate: a.pem }'), [
      '3:10 missing-key "certificate" needs the key "key"',
    ])
    await expectProblems(suite('{ key: a.key }'), ['3:10 missing-key "key" needs the key "certificate"'])
    await expectProblems(suite('{ passphrase: open }'), [
      '3:10 missing-key "passphrase" needs the key "key" or "pfx"',
    ])
    await expectProblems(suite('{ pfx: a.p12, certificate: a.pem, key: a.key }'), [
      '3:10 misplaced-key "tls" has one identity: "pfx" and "certificate" with "key" are two',
    ])
  })

  it('names files that exist, on settings and on steps', async () => {
    const facts = { ...noFacts, missingFiles: new Set(['/suites/ca.pem', '/suites/crl.pem']) }
    await expectProblems(
      suite('{ ca: ca.pem }'),
      ['3:14 file-missing there is no ca file ca.pem (File Error)'],
      facts,
    )
    await expectProblems(
      suite('{ crl: crl.pem }'),
      ['3:15 file-missing there is no crl file crl.pem (File Error)'],
      facts,
    )
    await expectProblems(
      suite('{ ca: "{{folder}}/ca.pem" }').replace('suite: A', 'suite: A\nvariables: { folder: . }'),
      [],
      facts,
    )
    await expectProblems(
      `suite: A\nsteps:\n  - ${step}\n    tls: { ca: ca.pem }`,
      ['4:16 file-missing there is no ca file ca.pem (File Error)'],
      facts,
    )
  })

  it('is told the text of a file for its name, and quotes nothing of it', async () => {
    const facts = { ...noFacts, missingFiles: new Set<string>() }
    const pem = (label: string): string => `"-----BEGIN ${label}-----\\nMIIsecret0\\n-----END ${label}-----"`
    await expectProblems(
      suite(`{ ca: ${pem('CERTIFICATE')} }`),
      ['3:10 bad-value "ca" takes the name of a file, and has the text of one'],
      facts,
    )
    await expectProblems(
      suite(`{ certificate: a.pem, key: ${pem('PRIVATE KEY')} }`),
      ['3:30 bad-value "key" takes the name of a file, and has the text of one'],
      facts,
    )
  })

  it('warns where certificates are not verified', async () => {
    await expectProblems(suite('{ verify: true }'), [])
    await expectProblems(suite('{ verify: false }'), [
      '3:18 unverified-tls server certificates are not verified',
    ])
  })
})
