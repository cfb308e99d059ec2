import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { textReporterNames } from '../report/index.ts'
import { type Files, type Finished, runShell, withFolder } from '../testing/run-program.ts'

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'true'], { stdio: 'ignore' }).status === 0
const skip = !canMount && 'needs root and unshare, to mount a disk that is nearly full'

const long = 'x'.repeat(9000)
const name = 'y'.repeat(180)
const failing = `suite: A\nsteps:\n  - { name: ${long}, request: "GET http://127.0.0.1:1/${long}" }\n`
const paths = Object.fromEntries(
  Array.from({ length: 80 }, (_, index) => [
    `/things/number/${index}`,
    { get: { responses: { 200: { description: long.slice(0, 200) } } } },
  ]),
)
const api = JSON.stringify({ openapi: '3.0.3', info: { title: 'Things', version: '1' }, paths })
const store = '.tool/api-collections.json'
const curl = `curl http://127.0.0.1/${long}`

/** A file that is there, and what would write another in its place. All files go through one door; these are some of each kind. */
interface Row {
  readonly title: string
  readonly files: Files
  /** `URL` is a server, which answers `/api.json` with a description and everything else with 9000 bytes. */
  readonly line: string
  readonly target: string
  readonly exitCode?: number
  /** The end of the file that is named, where it is not the target. */
  readonly names?: string
}

const rows: readonly Row[] = [
  {
    title: 'an environment',
    files: { [store]: '{ "version": 1 }' },
    line: `environments set e big=${long}`,
    target: store,
  },
  {
    // A history that fails does not fail the run: the URL is refused.
    title: 'the call history',
    files: { [store]: '{ "version": 1 }', 'a.apitest.yaml': failing },
    line: '. -r dot',
    target: store,
    exitCode: 3,
  },
  {
    title: 'what failed',
    files: {
      '.tool/last-run.json': '{ "version": 1, "failed": {} }',
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `${name}${index}.apitest.yaml`,
          'suite: A\nsteps: [{ request: "GET http://127.0.0.1:1/" }]',
        ]),
      ),
    },
    line: '. -r dot --no-history',
    target: '.tool/last-run.json',
    exitCode: 3,
  },
  {
    title: 'the copy of a description',
    files: {
      '.tool/specs/HOST-openapi.json': 'former',
      '.tool/specs/sources.json': '{ "HOST-openapi.json": "URL/api.json" }',
    },
    line: 'import URL/api.json',
    target: '.tool/specs/HOST-openapi.json',
  },
  {
    title: 'the report of a contract check',
    files: { 'api.json': api, '.tool/contracts/latest.json': 'former' },
    line: 'contract check URL --spec api.json',
    target: '.tool/contracts/latest.json',
    names: '-api.json',
  },
  {
    title: 'what is compiled',
    files: { 'in.txt': curl, 'out.js': 'former' },
    line: 'compile in.txt --to k6 -o out.js --force',
    target: 'out.js',
  },
  {
    title: 'a body',
    files: { body: 'former' },
    line: 'send URL/big -o body --no-history',
    target: 'body',
  },
]

describe('A1: a disk with one page left', { skip }, () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url === '/api.json' ? 'application/json' : 'text/plain')
    response.end(request.url === '/api.json' ? api : long)
  })
  let url = ''
  before(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  for (const { title, files, line, target, exitCode = 2, names } of rows)
    it(`A1: keeps ${title} as it was, and says so`, async () => {
      const filled = (text: string): string =>
        text.replaceAll('HOST', url.slice(7).replace(':', '-')).replaceAll('URL', url)
      const there = Object.fromEntries(
        Object.entries(files).map(([file, text]) => [filled(file), filled(text)]),
      )
      const file = filled(target)
      const told = await onFullDisk(there, `APITEST ${filled(line)}`, 4096)
      assert.equal(told.after[file], there[file], told.errors)
      assert.doesNotMatch(Object.keys(told.after).join(' '), /partial|former|lock/)
      assert.equal(told.exitCode, exitCode, told.errors)
      assert.match(told.errors + told.output, /ENOSPC/)
      assert.ok((told.errors + told.output).includes(path.basename(names ?? file)), told.errors)
    })

  it('A1: keeps every report as it was, and says so', async () => {
    const files = Object.fromEntries(textReporterNames.map(one => [`report.${one}`, 'former']))
    const options = textReporterNames.map(one => `-r ${one}=report.${one}`).join(' ')
    const there = { ...files, 'a.apitest.yaml': failing }
    const { after, errors, exitCode } = await onFullDisk(there, `APITEST . --no-history ${options}`, 0)
    assert.deepEqual(after, there)
    assert.equal(exitCode, 2)
    for (const one of textReporterNames)
      assert.match(errors, new RegExp(`the ${one} report cannot be written to report.${one}: ENOSPC`))
  })

  it('A1: says of no body that it is in a file where it is not', async () => {
    const { output, errors } = await onFullDisk({}, `APITEST send ${url}/big -o body --no-history`, 4096)
    assert.match(output, /^\(8.8 KiB that are not in body\)$/m)
    assert.match(errors, /--output body cannot be written: ENOSPC/)
  })

  it('A1: says so where the shell opened the file', async () => {
    const files = { 'a.apitest.yaml': failing }
    const { errors, exitCode } = await onFullDisk(files, 'APITEST . -r json --no-history > out', 4096)
    assert.equal(exitCode, 2)
    assert.match(errors, /standard output cannot be written: ENOSPC/)
  })

  it('A1: a cache that cannot be written changes nothing', async () => {
    const files = {
      'a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]',
    }
    const line = 'XDG_CACHE_HOME=$PWD/cache APITEST . -r dot --no-history'
    const first = await onFullDisk(files, line, 4096 * 4)
    assert.equal(first.exitCode, 0, first.errors)
    assert.equal(first.errors, '')
    assert.deepEqual(Object.keys(first.after), ['a.apitest.yaml'])
  })
})

/** Runs a line where so many bytes are left. Answers with the files that are there afterwards, too. */
function onFullDisk(files: Files, line: string, left: number): Promise<Finished & { readonly after: Files }> {
  const inside = Object.fromEntries(Object.entries(files).map(([file, text]) => [`files/${file}`, text]))
  const script = `mkdir disk after
mount -t tmpfs -o size=1m tmpfs disk
cp -r files/. disk
cd disk
cat /dev/zero > filler 2>/dev/null
truncate -s -${left} filler
( ${line} )
code=$?
rm filler
cp -r . ../after
exit $code
`
  return withFolder(inside, async folder => {
    const finished = await runShell(folder, `unshare -m sh -c '${script}'`)
    return { ...finished, after: await filesIn(path.join(folder, 'after')) }
  })
}

async function filesIn(folder: string): Promise<Files> {
  if (!existsSync(folder)) return {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return Object.fromEntries(
    await Promise.all(
      files.map(async file => [file, await readFile(path.join(folder, file), 'utf8')] as const),
    ),
  )
}
