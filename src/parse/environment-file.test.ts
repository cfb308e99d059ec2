import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { parseEnvironmentFile, readEnvironmentFile } from './environment-file.ts'

describe('parseEnvironmentFile', () => {
  const files: [text: string, variables: Record<string, string>][] = [
    ['', {}],
    ['A=1\nB=two words\n', { A: '1', B: 'two words' }],
    ['\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['  export  A = 1  \n\n# comment\n   # B=2', { A: '1' }],
    ['A=\nB=""\nC= # none', { A: '', B: '', C: '' }],
    ['A=x # comment\nB=x#y\nC="x # y" # comment', { A: 'x', B: 'x#y', C: 'x # y' }],
    ['A="a\\nb\\t\\"c\\" \\\\ \\$d \\q"', { A: 'a\nb\t"c" \\ $d \\q' }],
    ['A=\'a\\n"b" $c\'', { A: 'a\\n"b" $c' }],
    ['A=`"x" \'y\'`', { A: '"x" \'y\'' }],
    ['KEY="-----BEGIN\nabc\n-----END"\nB=1', { KEY: '-----BEGIN\nabc\n-----END', B: '1' }],
    ['URL=http://x/?a=b&c=d', { URL: 'http://x/?a=b&c=d' }],
    ['A=it"s', { A: 'it"s' }],
    ['a.b-c_1=x', { 'a.b-c_1': 'x' }],
  ]
  for (const [text, variables] of files)
    test(JSON.stringify(text), () => {
      assert.deepEqual(parseEnvironmentFile('/a.env', text), { ok: true, value: variables })
    })

  test('every mistake is told with its line number, and nothing of what stands there', () => {
    const text = 'A=1\nnonsense\n1B=2\nC="x" y\nD="a\nb"\nA=3\nE="open\nF=1\n'
    const result = parseEnvironmentFile('/a.env', text)
    assert.ok(!result.ok)
    assert.deepEqual(
      result.problems.map(({ code, span, message }) => [code, span?.start.line, message]),
      [
        ['bad-value', 2, 'this line is not NAME=value: there is no ='],
        [
          'bad-value',
          3,
          'this line is not NAME=value: a name has letters, digits, _, . and -, and begins with a letter or _',
        ],
        ['bad-value', 4, 'text follows the quoted value of C'],
        ['duplicate-key', 7, '"A" is set twice'],
        ['bad-value', 8, 'the quote around the value of E is never closed'],
      ],
    )
    assert.ok(result.problems.every(problem => !('sourceLine' in problem)))
  })

  for (const [text, reason] of [
    ['A B=c', 'there is a blank in the name'],
    ['export A B=c', 'there is a blank in the name'],
    ['novalue', 'there is no ='],
    ['=c', 'there is no name in front of the ='],
  ] as const)
    test(`A7: what is wrong with a line is said: ${text}`, () => {
      const result = parseEnvironmentFile('/a.env', text)
      assert.deepEqual(result.ok ? [] : result.problems.map(({ message }) => message), [
        `this line is not NAME=value: ${reason}`,
      ])
    })

  test('__proto__ is an ordinary name', () => {
    const result = parseEnvironmentFile('/a.env', '__proto__=x')
    assert.equal(JSON.stringify(result), '{"ok":true,"value":{"__proto__":"x"}}')
  })
})

test('an environment file is read, or it is told why not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'environment-file-'))
  const file = path.join(folder, '.env')
  await writeFile(file, 'A=1')
  assert.deepEqual(readEnvironmentFile(file), { ok: true, value: { A: '1' } })
  const missing = readEnvironmentFile(`${file}.none`)
  assert.equal(!missing.ok && missing.problems[0]?.code, 'file-missing')
  const unreadable = readEnvironmentFile(folder)
  assert.equal(!unreadable.ok && unreadable.problems[0]?.code, 'file-unreadable')
  await rm(folder, { recursive: true })
})
