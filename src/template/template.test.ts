import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTemplate } from './template.ts'

function parts(text: string): readonly string[] {
  return parseTemplate(text).parts.map(part => (typeof part === 'string' ? part : `<${part.name}>`))
}

describe('parseTemplate', () => {
  const cases: [text: string, parts: string[]][] = [
    ['', []],
    ['plain', ['plain']],
    ['{{a}}', ['<a>']],
    ['{{ user.email }}/x', ['<user.email>', '/x']],
    ['{{a}}{{b}}', ['<a>', '<b>']],
    ['{{two words}}', ['<two words>']],
    ['\\{{a}}', ['{{a}}']],
    ['x\\{{a}} {{b}}', ['x{{a}} ', '<b>']],
    ['CORP\\\\{{user}}', ['CORP\\', '<user>']],
    ['\\\\\\{{a}}', ['\\{{a}}']],
    ['\\\\\\\\{{a}}', ['\\\\', '<a>']],
    ['{{a}}\\\\{{b}}', ['<a>', '\\', '<b>']],
    ['{"a":{"b":{{n}}}}', ['{"a":{"b":', '<n>', '}}']],
    ['{{{n}}}', ['{', '<n>', '}']],
    ['{ {a} }', ['{ {a} }']],
    ['}} {{a}}', ['}} ', '<a>']],
  ]
  for (const [text, expected] of cases)
    test(text, () => {
      assert.deepEqual(parts(text), expected)
      assert.deepEqual(parseTemplate(text).problems, [])
    })

  test('knows where placeholders begin and end', () => {
    assert.deepEqual(parseTemplate('é {{a}}!').parts[1], { name: 'a', offset: 2, end: 7 })
  })

  test('tells a lone placeholder from a text with one', () => {
    assert.equal(parseTemplate('{{ a }}').only?.name, 'a')
    for (const text of [' {{a}}', '{{a}}{{b}}', '\\{{a}}', '{{a'])
      assert.equal(parseTemplate(text).only, undefined)
  })

  test('remembers what it parsed, within bounds', () => {
    const first = parseTemplate('{{remembered}}')
    assert.equal(parseTemplate('{{remembered}}'), first)
    for (let count = 0; count < 2_001; count++) parseTemplate(`{{v${count}}}`)
    assert.notEqual(parseTemplate('{{remembered}}'), first)
  })
})

describe('what makes no placeholder', () => {
  const cases: [text: string, offsets: number[]][] = [
    ['{{a', [0]],
    ['{{a}', [0]],
    ['x {{a} }}', [2]],
    ['{{}}', [0]],
    ['{{  }}', [0]],
    ['{{a {{b}}', [0]],
    ['{{a {{b', [0, 4]],
  ]
  for (const [text, offsets] of cases)
    test(text, () => {
      assert.deepEqual(
        parseTemplate(text).problems.map(problem => problem.offset),
        offsets,
      )
    })

  test('the rest of the text is still read', () => {
    assert.deepEqual(parts('{{a {{b}}'), ['{{a ', '<b>'])
  })

  test('is told with what to write instead', () => {
    assert.deepEqual(parseTemplate('{{a').problems[0], {
      offset: 0,
      message: 'a placeholder is not closed: "{{" has no "}}" after its name',
      hint: 'Write {{name}}, or \\{{ for two literal braces.',
    })
  })
})
