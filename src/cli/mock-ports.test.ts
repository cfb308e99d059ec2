import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freePort } from '../testing/ports.ts'
import { type Files, type Finished, runLine, withFolder } from '../testing/run-program.ts'

function run(files: Files, ...line: readonly string[]): Promise<Finished> {
  return withFolder(files, folder => runLine(folder, line.length > 0 ? line : ['.']))
}

const mock = (port: number): string =>
  `{ port: ${port}, routes: [{ route: GET /, answer: { text: 'nr {{calls}}' } }] }`

/** A suite whose mock has the port, and is called once after a while. */
const suite = (port: number, data = '', query = ''): string => `suite: A
mocks: { shop: ${mock(port)} }
${data}steps:
  - pause: 50ms
  - request: GET http://127.0.0.1:${port}/${query}
    validations: [text: nr 1]
after:
  - pause: 50ms
`

describe('a fixed port of a mock', () => {
  it('is taken by files one after the other, and by rows', async () => {
    const port = await freePort()
    const file = suite(port, 'data: [{ n: 1 }, { n: 2 }, { n: 3 }]\n', '?n={{n}}')
    const other = `suite: Uses it\nsteps:\n  - use: used/one.apitest.yaml\n`
    const used = suite(port)
    const { exitCode, output, errors } = await run(
      {
        'a.apitest.yaml': file,
        'b.apitest.yaml': file,
        'c.apitest.yaml': other,
        'used/one.apitest.yaml': used,
      },
      ...['a.apitest.yaml', 'b.apitest.yaml', 'c.apitest.yaml', '--workers', '3'],
    )
    assert.equal(exitCode, 0, output + errors)
  })

  it('is that of one mock at a time', async () => {
    const port = await freePort()
    const [twice, free] = [await freePort(), await freePort()]
    const files = (own: string, steps: string): Files => ({
      'apitest.config.yaml': `mocks: { bank: ${mock(port)} }\n`,
      'a.apitest.yaml': `suite: A\n${own}steps:\n${steps}`,
      'b.apitest.yaml': suite(twice, 'variables: { shop: 1 }\n', '?{{shop}}'),
      'c.apitest.yaml': `suite: C\nsteps: [{ use: b.apitest.yaml }]\n`,
      'd.apitest.yaml': suite(port),
    })
    const use = (file: string, more = ''): string => `  - use: ${file}.apitest.yaml\n${more}`
    const [one, choice] = [use('b'), use('b', '    when: { x: 1 }\n')]
    for (const [own, steps, problem] of [
      [
        '',
        use('b') + use('c'),
        /a\.apitest\.yaml:4:.* the mock "shop" of b\.apitest\.yaml cannot have the port/,
      ],
      ['', use('b', '    retry: { attempts: 2 }\n'), /cannot have the port/],
      ['', use('b', '    data: [{ n: 1 }, { n: 2 }]\n    with: { shop: "{{n}}" }\n'), /cannot have the port/],
      [`mocks: { own: ${mock(twice)} }\n`, one, /the mock "own" has it until this suite ends/],
      [
        `mocks: { own: { port: ${twice}, host: 0.0.0.0, proxy: http://127.0.0.1 } }\n`,
        one,
        /the mock "own" has it/,
      ],
      ['', use('d'), /the mock "bank" of the configuration has it/],
      [`mocks: { own: ${mock(port)} }\n`, one, /the mock "bank" of the configuration has the port \d+, too/],
      [`mocks: { own: ${mock(free)}, other: ${mock(free)} }\n`, one, /the mock "own" has the port \d+, too/],
      [`mocks: { own: ${mock(free)} }\n`, one, undefined],
      ['variables: { x: 1 }\n', choice + choice, undefined],
    ] as const) {
      const { exitCode, output, errors } = await run(files(own, steps), 'check', 'a.apitest.yaml')
      assert.equal(exitCode, problem === undefined ? 0 : 2, own + steps + output + errors)
      if (problem !== undefined) assert.match(output + errors, problem)
    }
  })
})
