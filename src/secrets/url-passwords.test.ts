import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCookies, sessionCookies } from './cookie-lines.ts'
import { maskUrlPasswords, urlPasswords } from './url-passwords.ts'

const cases: readonly (readonly [text: string, passwords: readonly string[], masked: string])[] = [
  ['see http://ada:s3cret@host/x', ['s3cret'], 'see http://ada:***@host/x'],
  ['looked for /work/kafka:/ada:s3cret@host/x', [], 'looked for /work/kafka:/ada:***@host/x'],
  ['amqp://a:p@q@host', ['p@q'], 'amqp://a:***@host'],
  [
    'http://a:{{ my key }}@h http://b:{{x}}y@h',
    ['{{ my key }}', '{{x}}y'],
    'http://a:{{ my key }}@h http://b:***@h',
  ],
  ['http://a:{{@h', ['{{'], 'http://a:***@h'],
  ['http://b:}}{@h', ['}}{'], 'http://b:***@h'],
  ['http://host:80/@ada', [], 'http://host:80/@ada'],
]

for (const [text, passwords, masked] of cases)
  test(`the passwords of ${text}`, () => {
    assert.deepEqual(urlPasswords(text), passwords)
    assert.equal(maskUrlPasswords(text), masked)
  })

const long = 200_000
const hostile = {
  'placeholders that no @ follows': `@ http://a:${'{{a}}'.repeat(long)}`,
  'open braces': `@ http://a:${'{{'.repeat(long)}`,
  'nearly a scheme': `@${'a-'.repeat(long)}`,
  'many schemes': `@${'http://a:'.repeat(long)}`,
}

for (const [name, text] of Object.entries(hostile))
  test(`a long text of a server is searched at once: ${name}`, { timeout: 5000 }, () => {
    const started = performance.now()
    urlPasswords(text)
    assert.ok(performance.now() - started < 1000)
  })

test('a long cookie without a pair is searched at once', () => {
  const started = performance.now()
  assert.deepEqual(sessionCookies('cookie', 'a'.repeat(long)), [])
  assert.ok(performance.now() - started < 1000)
  assert.equal(maskCookies('Cookie', 'a=1; b=2=3;c=; d'), 'a=***; b=***;c=; d')
})
