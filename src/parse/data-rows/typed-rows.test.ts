import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import { withFolder } from '../../testing/run-program.ts'
import { parseSuite } from '../parse-suite.ts'
import { expectOneVoice } from '../../testing/one-voice.ts'
import { writeJson } from '../../util/exact-number.ts'
import { readDataSource } from './read-data-rows.ts'

/** The rows of a table as JSON, or what is told of them: `file:line:column message`. */
function rowsOf(csv: string, more: string, name = 'a.csv'): Promise<readonly string[]> {
  return withFolder({}, async folder => {
    const file = path.join(folder, name)
    await writeFile(file, csv)
    const text = `suite: A\ndata: { file: ${name}, ${more} }\nsteps: []\n`
    const { suite } = await parseSuite(text, path.join(folder, 'a.apitest.yaml'))
    assert.ok(suite.data?.kind === 'file')
    const read = await readDataSource({ ...suite.data, file }, { limit: 100 })
    if (read.ok) return read.value.rows.map(({ values }) => writeJson(values))
    expectOneVoice(read.problems)
    return read.problems.map(({ span, message, hint }) => {
      const place = `${path.basename(span?.file ?? '')}:${span?.start.line}:${span?.start.column}`
      return `${place} ${message} | ${hint ?? ''}`
    })
  })
}

describe('typed columns of CSV', () => {
  test('are values', async () => {
    const csv =
      'a,n,b,j,t\n1,1.10,true,"{""x"":[1]}",x\n2,-0.5e3,FALSE,null, y \n3, 12345678901234567890 , True ," [] ",\n'
    assert.deepEqual(await rowsOf(csv, 'types: { n: number, b: boolean, j: json, t: text }'), [
      '{"a":"1","n":1.10,"b":true,"j":{"x":[1]},"t":"x"}',
      '{"a":"2","n":-0.5e3,"b":false,"j":null,"t":" y "}',
      '{"a":"3","n":12345678901234567890,"b":true,"j":[],"t":""}',
    ])
  })

  test('are null where a cell is empty and that is asked for', async () => {
    const types = 'types: { n: number?, b: boolean?, j: json?, t: text? }'
    assert.deepEqual(await rowsOf('n,b,j,t\n,,,\n', types), ['{"n":null,"b":null,"j":null,"t":null}'])
    assert.deepEqual(await rowsOf('n,b,j,t\n1,true,2,x\n', types), ['{"n":1,"b":true,"j":2,"t":"x"}'])
  })

  test('stand between other signs', async () => {
    for (const [sign, written] of [
      [';', '";"'],
      ['\t', 'tab'],
      ['\t', '"\\t"'],
      ['|', '"|"'],
      ['~', '"~"'],
    ] as const) {
      const csv = `a${sign}b\n1,5${sign}2\n"x${sign}y"${sign}3\n`
      const read = await rowsOf(csv, `separator: ${written}, types: { b: number }`)
      assert.deepEqual(read, ['{"a":"1,5","b":2}', `{"a":${JSON.stringify(`x${sign}y`)},"b":3}`], sign)
    }
  })

  test('are told where a cell does not fit', async () => {
    const cases: readonly (readonly [cell: string, type: string, message: RegExp])[] = [
      ['007', 'number', /"007" has leading zeros.*Read the column as text/],
      ['-01', 'number', /leading zeros/],
      ['"12,50"', 'number', /"12,50" is no number \| A number has a decimal point/],
      ['"1,000"', 'number', /nothing between thousands/],
      ['+5', 'number', /Write 5\.$/],
      ['.5', 'number', /Write 0\.5\.$/],
      ['5.', 'number', /Write 5\.$/],
      ['0x1F', 'number', /is no number|Write/],
      ['NaN', 'number', /is no number/],
      ['', 'number', /the cell is empty \| With `number\?`/],
      ['yes', 'boolean', /"yes" is neither true nor false/],
      ['1', 'boolean', /neither true nor false/],
      ['', 'boolean', /`boolean\?`/],
      ['{a:1}', 'json', /is not JSON: .*each quote in it twice/],
      ['', 'json', /`json\?`/],
    ]
    for (const [cell, type, message] of cases) {
      const [told = '', ...more] = await rowsOf(`id,x,y\n1,"a, b",${cell}\n`, `types: { y: ${type} }`)
      assert.deepEqual(more, [])
      assert.match(told, /^a\.csv:2:10 column "y" of row 1: /)
      assert.match(told, message)
    }
  })

  test('are told in their column behind quotes, and in their row where it has several lines', async () => {
    assert.match((await rowsOf('id,x,y\n1,"a "", b",z\n', 'types: { y: number }'))[0] ?? '', /^a\.csv:2:13 /)
    assert.match((await rowsOf('id,x,y\n1,"a\nb",z\n', 'types: { y: number }'))[0] ?? '', /^a\.csv:2:1 /)
    assert.match((await rowsOf('2,1\n5,y\n', 'types: { 1: number }'))[0] ?? '', /^a\.csv:2:3 /)
  })

  test('are at most twenty problems, and one for a column that there is not', async () => {
    const many = `a\n${'x\n'.repeat(50)}`
    assert.equal((await rowsOf(many, 'types: { a: number }')).length, 20)
    const [told = ''] = await rowsOf('price\n1\n', 'types: { prise: number }')
    assert.match(told, /^a\.apitest\.yaml:2:\d+ a\.csv has no column "prise" \| Did you mean "price"\?/)
  })

  test('are none of JSON', async () => {
    for (const more of ['types: { a: number }', 'separator: ";"'])
      assert.match(
        (await rowsOf('[{"a":1}]', more, 'a.json'))[0] ?? '',
        /a\.json is JSON, whose values have types/,
      )
  })

  test('are told where the sign is another one', async () => {
    assert.match(
      (await rowsOf('a;b\n1;2\n', 'types: { a: number }'))[0] ?? '',
      /separated by semicolons, not by commas.*separator: ";"/,
    )
    assert.match(
      (await rowsOf('a\tb\n1\t2\n', 'separator: ";"'))[0] ?? '',
      /by tabs, not by semicolons.*separator: tab/,
    )
    assert.match(
      (await rowsOf('a,b\n1,2\n', 'separator: ";"'))[0] ?? '',
      /by commas, not by semicolons.*Leave `separator` out/,
    )
    assert.match(
      (await rowsOf('a;b\n1;2;3\n', 'separator: ";"'))[0] ?? '',
      /A value with a semicolon in it is written in double quotes/,
    )
  })
})
