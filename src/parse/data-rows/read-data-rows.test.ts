import assert from 'node:assert/strict'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import type { Problem, Result } from '../../model/problem.ts'
import type { ReadRows } from './raw-rows.ts'
import { readDataRows, readDataSource, rowsFromValues } from './read-data-rows.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-rows-'))
})
after(() => rm(folder, { recursive: true }))

const span = { file: '/suite.yaml', start: { line: 3, column: 1 }, end: { line: 3, column: 9 } }

async function read(name: string, content: string | Uint8Array, limit = 100): Promise<Result<ReadRows>> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return readDataRows(file, { limit, span })
}

async function rows(
  name: string,
  content: string | Uint8Array,
  limit?: number,
): Promise<readonly JsonObject[]> {
  const result = await read(name, content, limit)
  assert.ok(result.ok, JSON.stringify(result))
  assert.deepEqual(
    result.value.rows.map(row => row.number),
    result.value.rows.map((_, index) => index + 1),
  )
  return result.value.rows.map(row => row.values)
}

function told(result: Result<ReadRows>): string[] {
  assert.ok(!result.ok)
  return result.problems.map(problem => `${problem.code}:${lineNumber(problem)} ${problem.message}`)
}

function lineNumber({ span }: Problem): string {
  return span === undefined ? '' : `${span.file === '/suite.yaml' ? 'suite:' : ''}${span.start.line}`
}

describe('a CSV file', () => {
  test('is read the same with quotes and without', async () => {
    const tables = [
      ',b\r\n1, 2 \n\n3,\r,🙂\r\n\r\n',
      ',b\n1\n1,2,3\n\n 4,5\n ',
      '\n1\n\n \n2',
      ',b',
      ',\n1,2',
    ]
    const outcome = (result: Result<ReadRows>): unknown =>
      result.ok ? result.value.rows.map(row => row.values) : told(result)
    for (const rest of tables)
      for (const limit of [1, 100])
        assert.deepEqual(
          outcome(await read('table.csv', `a${rest}`, limit)),
          outcome(await read('table.csv', `"a"${rest}`, limit)),
          rest,
        )
  })

  const files: [name: string, text: string, rows: JsonObject[]][] = [
    [
      'every column is a text',
      'a,b\n1,true\n,x',
      [
        { a: '1', b: 'true' },
        { a: '', b: 'x' },
      ],
    ],
    ['quotes, commas and lines in a value', 'a,b\n"x, ""y""","1\n2"\n', [{ a: 'x, "y"', b: '1\n2' }]],
    ['a byte order mark', '\uFEFFa\n1', [{ a: '1' }]],
    [
      'lines ending in CR LF, mixed with LF and CR',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
        { a: '5', b: '6' },
      ],
    ],
    ['empty lines', '\n\na\n\n1\n\n\n2\n\n', [{ a: '1' }, { a: '2' }]],
    ['blanks around names, but not around values', ' a , b\n 1,2 ', [{ a: ' 1', b: '2 ' }]],
    ['a row of empty values', 'a,b\n,\n', [{ a: '', b: '' }]],
    ['letters of every kind', 'näme,語\nÅsa,😀', [{ näme: 'Åsa', 語: '😀' }]],
  ]
  for (const [name, text, expected] of files)
    test(name, async () => {
      assert.deepEqual(await rows('a.csv', text), expected)
    })

  test('__proto__ is an ordinary column', async () => {
    const [row] = await rows('a.csv', '__proto__,b\n1,2')
    assert.equal(JSON.stringify(row), '{"__proto__":"1","b":"2"}')
  })

  const faults: [name: string, text: string, problems: string[]][] = [
    [
      'too few and too many values',
      'a,b\n1\n1,2\n1,2,3',
      [
        'data-unreadable:2 the number of values in this row is 1, and the first row names 2 columns',
        'data-unreadable:4 the number of values in this row is 3, and the first row names 2 columns',
      ],
    ],
    [
      'a quote never closed',
      'a,b\n1,2\n3,"un\n5,6\n',
      ['data-unreadable:3 a double quote that begins in this row is never closed'],
    ],
    [
      'a quote inside a value',
      'a,b\n1,x"y"\n3,4',
      ['data-unreadable:2 a double quote stands inside a value'],
    ],
    [
      'text behind a quote',
      'a,b\n1,2\n1,"x"y\n3,4',
      ['data-unreadable:3 a double quote stands inside a value'],
    ],
    ['the same column twice', 'a,b, a\n1,2,3', ['data-columns:1 two columns are named "a"']],
    ['a column without a name', '\na,,c\n1,2,3', ['data-columns:2 column 2 has no name']],
    [
      'braces in a name',
      'a,{b}\n1,2',
      ['data-columns:1 the column "{b}" has braces in its name, so no placeholder can name it'],
    ],
    ['semicolons', 'a;b\n1;2', ['data-columns:1 the columns are separated by semicolons, not by commas']],
    ['a header alone', 'a,b\n', ['data-empty:1 a.csv has no rows']],
    ['nothing', '', ['data-empty:1 a.csv has no rows']],
    ['empty lines alone', '\n \n'.replace(' ', ''), ['data-empty:1 a.csv has no rows']],
  ]
  for (const [name, text, expected] of faults)
    test(`with ${name} is told`, async () => {
      assert.deepEqual(told(await read('a.csv', text)), expected)
    })

  test('a problem shows the line', async () => {
    const result = await read('a.csv', 'a,b\r\n1,2\r\n1\r\n')
    assert.ok(!result.ok)
    assert.equal(result.problems[0]?.sourceLine, '1')
    assert.deepEqual(result.problems[0].span?.end, { line: 3, column: 2 })
  })

  test('of many faults the first twenty are told', async () => {
    assert.equal(told(await read('a.csv', `a,b\n${'1\n'.repeat(50)}`)).length, 20)
  })
})

describe('a JSON file', () => {
  const list = [{ a: 1, b: { c: [true, null] } }, { a: 'x' }]
  test('an array of objects, or an object with rows', async () => {
    assert.deepEqual(await rows('a.json', JSON.stringify(list)), list)
    assert.deepEqual(await rows('a.json', `\uFEFF${JSON.stringify({ about: 'x', rows: list })}`), list)
  })

  test('blanks around names do not count', async () => {
    assert.deepEqual(await rows('a.json', '[{" a ": 1}]'), [{ a: 1 }])
  })

  const faults: [text: string, problem: string][] = [
    ['', 'data-empty:1 a.json has no rows'],
    ['[]', 'data-empty:1 a.json has no rows'],
    ['{"rows": []}', 'data-empty:1 a.json has no rows'],
    ['"x"', 'data-unreadable:1 rows are an array of objects, or an object with "rows", and this is a text'],
    [
      '{}',
      'data-unreadable:1 rows are an array of objects, or an object with "rows", and this is an object without "rows" (it has no keys)',
    ],
    [
      '{"data": [], "x": 1}',
      'data-unreadable:1 rows are an array of objects, or an object with "rows", and this is an object without "rows" (it has "data", "x")',
    ],
    [
      '{"rows": {}}',
      'data-unreadable:1 rows are an array of objects, or an object with "rows", and this is an object whose "rows" is an object',
    ],
    ['[{"a": 1}, 2]', 'data-unreadable:1 row 2 is a number, not an object'],
    ['[{"a": 1}, null]', 'data-unreadable:1 row 2 is null, not an object'],
    ['[[1]]', 'data-unreadable:1 row 1 is an array, not an object'],
    ['[{"a": 1, "a ": 2}]', 'data-columns:1 two columns are named "a"'],
  ]
  for (const [text, problem] of faults)
    test(`${text} is told`, async () => {
      assert.deepEqual(told(await read('a.json', text)), [problem])
    })

  const broken: [text: string, line: number][] = [
    ['[\n{"a": 1},\n{"a": 2,}\n]', 3],
    ['[\n{"a": 1}\n{"a": 2}\n]', 3],
    ['[\n{"a":\n\n', 4],
    ['[\n{"a": 1},\n{"bbbbbbbbbbbbbbbbbbbbb": yes, "ccccccccccccccccc": 1}\n]', 3],
    ['[\n{"a":\n}]', 3],
    ['nonsense', 1],
  ]
  for (const [text, line] of broken)
    test(`the line of the mistake in ${JSON.stringify(text)}`, async () => {
      const [problem] = told(await read('a.json', text))
      assert.match(problem ?? '', new RegExp(`^data-unreadable:${line} this is not JSON: .+[^.]$`))
      assert.doesNotMatch(problem ?? '', /position|is not valid/)
    })
})

describe('any file', () => {
  test('the extension tells the format, and the first character where it does not', async () => {
    assert.deepEqual(await rows('a.JSON', '[{"a":1}]'), [{ a: 1 }])
    assert.deepEqual(await rows('a.CSV', '[a\n1'), [{ '[a': '1' }])
    assert.deepEqual(await rows('a.txt', ' [{"a":1}]'), [{ a: 1 }])
    assert.deepEqual(await rows('a.txt', 'a\n1'), [{ a: '1' }])
  })

  test('that is not there is told at the line of the suite', async () => {
    const file = path.join(folder, 'none.csv')
    assert.deepEqual(told(await readDataRows(file, { limit: 100, span })), [
      `data-missing:suite:3 there is no data file ${file}`,
    ])
    assert.deepEqual(told(await readDataRows(file, { limit: 100 })), [
      `data-missing: there is no data file ${file}`,
    ])
  })

  test('a folder is no file', async () => {
    assert.deepEqual(told(await readDataRows(folder, { limit: 1 })), [
      `data-unreadable: ${folder} is not a file`,
    ])
  })

  test('other encodings than UTF-8 are told', async () => {
    const latin = Buffer.from('name\nÅsa', 'latin1')
    assert.deepEqual(told(await read('a.csv', latin)), [
      'data-unreadable:suite:3 a.csv is not written in UTF-8 (line 2)',
    ])
    const utf16 = Buffer.from('\uFEFFname\nÅsa', 'utf16le')
    assert.deepEqual(told(await read('a.csv', utf16)), [
      'data-unreadable:suite:3 a.csv is written in UTF-16, not in UTF-8 (line 1)',
    ])
  })

  test('more than 50 MiB are not read', async () => {
    const file = path.join(folder, 'big.csv')
    await writeFile(file, 'a\n')
    await truncate(file, 50 * 1024 * 1024 + 1)
    assert.deepEqual(told(await readDataRows(file, { limit: 1 })), [
      'data-unreadable: big.csv is larger than 50 MiB',
    ])
  })
})

describe('the number of rows', () => {
  const csv = (count: number) => `a\n${'x\n'.repeat(count)}`
  const json = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 1 })))

  test('up to the limit all are run', async () => {
    assert.equal((await rows('a.csv', csv(100))).length, 100)
    assert.equal((await rows('a.csv', csv(1000), 1000)).length, 1000)
  })

  for (const [name, text] of [
    ['a.csv', csv(101)],
    ['a.json', json(101)],
  ] as const)
    test(`one more in ${name} is told, never cut`, async () => {
      const result = await read(name, text)
      assert.deepEqual(told(result), [`data-too-long:1 ${name} has 101 rows, of which at most 100 are run`])
      assert.equal(!result.ok && result.problems[0]?.hint, 'Run them all with --rows 101.')
    })

  test('more than a thousand run when they are allowed', async () => {
    for (const limit of [100, 1000]) {
      const result = await read('a.csv', csv(1204), limit)
      const most = limit === 100 ? '100' : '1,000'
      assert.deepEqual(told(result), [
        `data-too-long:1 a.csv has 1,204 rows, of which at most ${most} are run`,
      ])
      assert.equal(!result.ok && result.problems[0]?.hint, 'Run them all with --rows 1204 --allow-many.')
    }
    assert.equal((await rows('a.csv', csv(1204), 5000)).length, 1204)
  })

  test('of which the first are wanted are counted, and told where one of the others is wrong', async () => {
    const file = path.join(folder, 'first.csv')
    for (const quote of ['', '"']) {
      await writeFile(file, `id,n\n${`${quote}a${quote},1\n`.repeat(500)}`)
      const source = { kind: 'file', file, span } as const
      const result = await readDataSource(source, { limit: Infinity, keep: 3 })
      assert.ok(result.ok, JSON.stringify(result))
      assert.equal(result.value.rows.length, 3)
      assert.equal(result.value.total, 500)
      await writeFile(file, `id,n\n${`${quote}a${quote},1\n`.repeat(500)}b\n`)
      assert.deepEqual(told(await readDataRows(file, { limit: Infinity, keep: 3 })), [
        'data-unreadable:502 the number of values in this row is 1, and the first row names 2 columns',
      ])
    }
  })

  test('more than a hundred thousand never run', async () => {
    const result = await read('a.csv', csv(100_001), 100_000)
    assert.deepEqual(told(result), [
      'data-too-long:1 a.csv has 100,001 rows, of which at most 100,000 are run',
    ])
    assert.equal(
      !result.ok && result.problems[0]?.hint,
      'No run takes more than 100,000 rows, which --rows 100000 --allow-many allows: split the file.',
    )
  })
})

describe('rows in the suite', () => {
  test('are numbered', () => {
    assert.deepEqual(rowsFromValues([{ a: 1 }, { a: 2 }], { limit: 100, span }), {
      ok: true,
      value: {
        rows: [
          { number: 1, values: { a: 1 } },
          { number: 2, values: { a: 2 } },
        ],
        total: 2,
      },
    })
  })

  test('follow the same rules', async () => {
    assert.deepEqual(told(rowsFromValues([], { limit: 100, span })), ['data-empty:suite:3 data: has no rows'])
    assert.deepEqual(told(rowsFromValues([{ '{a}': 1 }], { limit: 100, span })).length, 1)
    const source = { kind: 'inline', rows: [{ a: 1 }, { a: 2 }], span } as const
    assert.deepEqual(told(await readDataSource(source, { limit: 1 })), [
      'data-too-long:suite:3 data: has 2 rows, of which at most 1 are run',
    ])
  })
})

describe('F8: every row has its own place', () => {
  const places = async (name: string, content: string): Promise<readonly string[]> => {
    const result = await read(name, content)
    const spans = result.ok
      ? result.value.rows.map(row => row.place?.span)
      : result.problems.map(one => one.span)
    return spans.map(one => `${path.basename(one?.file ?? '')}:${one?.start.line}:${one?.start.column}`)
  }
  const files: readonly (readonly [name: string, content: string, places: readonly string[]])[] = [
    ['sound.csv', 'a,b\n1,2\n\n"x\ny",3\n4,5\n', ['2:1', '4:1', '6:1']],
    ['short.csv', 'a,b\n1\n1,2\n1,2,3\n', ['2:1', '4:1']],
    ['sound.json', '[{"a": "}]\\","},\n  {"a": [1, {"b": 2}]}, {"a": 2}\n]', ['1:2', '2:3', '2:25']],
    ['rows.json', '{"about": {"x": [[0]]}, "rows": [\n{"a": 1},\r\n\t{"a": 2}]}', ['2:1', '3:2']],
    ['wrong.json', '[{"a": 1},\n 5,\n {"a": 1},\n "x", [1]]', ['2:2', '4:2', '4:7']],
    ['named.json', '[{"a": 1},\n {"": 1},\n {"a": 1, "{b": 2}]', ['2:2', '3:2']],
  ]
  for (const [name, content, expected] of files)
    test(name, async () => {
      assert.deepEqual(
        await places(name, content),
        expected.map(place => `${name}:${place}`),
      )
    })
})
