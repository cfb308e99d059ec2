import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, test } from 'node:test'
import { checkSuite } from './check-suite.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { expectOneVoice } from '../testing/one-voice.ts'
import { type Files, withFolder } from '../testing/run-program.ts'
import { parseSuite, type ParsedSuite } from '../parse/parse-suite.ts'

const files: Files = {
  'one.json': '{"a":1}',
  'filled.json': '{\n  "a": "{{n}}",\n  "b": ["{{unknown}}", "{{n | uper}}"]\n}',
  'bare.json': '{"a": {{n}}}',
  'twice.json': '{"a":1,"a":2}',
  'blank.json': '',
  'empty.json': '{}',
  'open.txt': 'a {{n',
  'latin.txt': Buffer.from([0xff, 0xfe, 0]).toString('latin1'),
  'marker.json': '{"a":"<int>"}',
  'text.txt': 'Hello {{n}}, \\{{n}}\n',
  'folder/x.json': '1',
}

async function parsed(step: string, use: (suite: ParsedSuite) => void | Promise<void>): Promise<void> {
  await withFolder(files, async folder => {
    const text = `suite: A\nvariables: { n: 1 }\nsteps:\n  - request: POST http://x/\n${step}`
    await use(await parseSuite(text, path.join(folder, 'a.apitest.yaml')))
  })
}

/** Every problem as `file:line:column code message | hint`. */
async function told(step: string): Promise<readonly string[]> {
  let found: readonly string[] = []
  await parsed(step, async suite => {
    const problems = await checkSuite(suite, noFacts)
    expectOneVoice(problems)
    found = problems.map(({ span, code, message, hint }) => {
      const place = `${path.basename(span?.file ?? '')}:${span?.start.line}:${span?.start.column}`
      return `${place} ${code} ${message} | ${hint ?? ''}`
    })
  })
  return found
}

const body = (written: string): string => `    file: ${written}\n`
const expected = (written: string): string =>
  `    json: { a: 1 }\n    validations:\n      - $.b: ${written}\n`

describe('files that are read into a suite', () => {
  test('leave the places of a body beside them where they are', async () => {
    const both = await told(`${body('{ file: filled.json, fill-in: true }')}    json: { a: "{{nowhere}}" }\n`)
    assert.ok(
      both.some(one =>
        one.startsWith('a.apitest.yaml:6:16 unknown-variable nothing sets the variable "nowhere"'),
      ),
      both.join('\n'),
    )
    assert.ok(
      both.every(one => one.startsWith('a.apitest.yaml')),
      both.join('\n'),
    )
  })

  test('stand there as what they hold', () =>
    parsed(
      `    file: { file: filled.json, fill-in: true }
    when: { n: { equals-file: one.json } }
    retry: { attempts: 2, stop-when: { $.a: { matches-file: one.json } } }
    repeat: { at-most: 2, until: { $.a: { equals-file: one.json } } }
    extracts: { x: { from: $.a, when: { $.a: { equals-file: one.json } } } }
    validations:
      - { when: [{ $.a: { equals-file: one.json } }], $.b: { each: { matches-file: one.json } } }
      - text: { equals-file: text.txt }
      - $: { equals: { equals-file: one.json } }
`,
      ({ suite: { steps }, source }) => {
        const [step] = steps
        assert.deepEqual(step?.input, {
          request: 'POST http://x/',
          json: { a: '{{n}}', b: ['{{unknown}}', '{{n | uper}}'] },
        })
        const text = JSON.stringify(step)
        assert.equal(text.split('"expected":{"a":1}').length - 1, 6)
        assert.match(text, /"expected":"Hello \{\{n\}\}, /)
        assert.match(text, /"expected":\{"equals-file":"one\.json"\}/)
        assert.notEqual(source.readIn, undefined)
      },
    ))

  test('are told in their line', async () => {
    const both = await told(body('{ file: filled.json, fill-in: true }'))
    assert.deepEqual(
      both.map(one => one.split(' | ', 1)[0]),
      [
        'filled.json:3:9 unknown-variable nothing sets the variable "unknown"',
        'filled.json:3:24 unknown-function "uper" is no function',
      ],
    )
    assert.match(
      (await told(expected('{ equals-file: filled.json }')))[0] ?? '',
      /^filled\.json:3:9 unknown-variable/,
    )
    assert.match((await told(expected('{ matches-file: marker.json }')))[0] ?? '', /"<int>" is no marker/)
    assert.match(
      (await told(body('{ file: open.txt, fill-in: true }')))[0] ?? '',
      /^a\.apitest\.yaml:5:19 template-syntax/,
    )
  })

  const wrong: readonly (readonly [step: string, ...told: readonly RegExp[]])[] = [
    [body('{ file: one.json }'), /missing-key "file" needs the key "fill-in"/],
    [body('{ file: one.json, fill-in: false }'), /"fill-in" must be true \| .*`file: body\.json`/],
    [body('{ file: one.json, fillin: true }'), /unknown-key "fillin".*Did you mean "fill-in"/],
    [body('{ file: one.json, fill-in: true, content-type: a/b }'), /"content-type" is not a key of "file"/],
    [
      body('{ file: "{{n}}.json", fill-in: true }'),
      /has placeholders, and the file is read before the run \| .*rows/,
    ],
    [body('{ file: nope.json, fill-in: true }'), /:5:19 file-missing there is no file nope\.json/],
    [
      body('{ file: bare.json, fill-in: true }'),
      /^bare\.json:1:1 file-unreadable this is not JSON.*stand in quotes/,
    ],
    [body('{ file: twice.json, fill-in: true }'), /the key "a" stands twice.*Mend the file/],
    [body('{ file: blank.json, fill-in: true }'), /this is not JSON/],
    [body('{ file: folder, fill-in: true }'), /folder cannot be read: it is a folder/],
    [
      `${body('{ file: one.json, fill-in: true }')}    json: 1\n`,
      /a request has one body: "file" and "json" are two/,
    ],
    [body('[one.json]'), /"file" must be text/],
    [expected('{ equals-file: nope.json }'), /:7:29 file-missing/],
    [expected('{ equals-file: "{{n}}.json" }'), /has placeholders/],
    [expected('{ equals-file: bare.json }'), /^bare\.json:1:1 file-unreadable/],
    [expected('{ equals-file: "" }'), /must not be empty \| It takes the name of a file/],
    [expected('{ equals-file: 1 }'), /must be text \| It takes the name of a file/],
    [
      expected('{ equals-file: one.json, equals: 1 }'),
      /./,
      /"equals-file" is "equals" with what a file holds.*Keep one/,
    ],
    [expected('{ equal-file: one.json }'), /unknown-operator.*Did you mean "equals-file"/],
    [expected('{ equals_file: one.json }'), /unknown-operator.*Did you mean "equals-file"/],
    [expected('{ not-equals-file: one.json }'), /unknown-operator/],
    [expected('{ matches-file: empty.json }'), /"matches" must not be empty/],
    [expected('{ matches-file: nope.json }'), /file-missing/],
    [expected('{ match-file: one.json }'), /unknown-operator.*Did you mean "matches-file"/],
    [expected('{ matches-file: twice.json }'), /the key "a" stands twice/],
    [expected('{ matches-file: [one.json] }'), /must be text/],
    [
      expected('{ equals: { file: one.json } }'),
      /compared with .* itself, and not with the file \| Write \{ equals-file: one\.json \}/,
    ],
    [expected("read('one.json')"), /not with the file \| Write \{ equals-file: one\.json \}/],
  ]
  for (const [step, ...messages] of wrong)
    test(`are told: ${step.trim()}`, async () => {
      const problems = await told(step)
      for (const [index, message] of messages.entries()) assert.match(problems[index] ?? '', message)
      assert.equal(problems.length, messages.length, problems.join('\n'))
    })
})
