import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, type Finished, runProgram, withFolder } from '../testing/run-program.ts'

const suite = `suite: A
steps:
  - request: GET http://127.0.0.1:1/users/{{$uuid}}
    json: { name: Ada }
    validations:
      - status: 200
      - $.name: { matches-regex: "^A" }
    extracts: { id: $.id }
`

/** Notes which files of the program are read. */
const readHook = `
  const fs = require('node:fs')
  const read = fs.readFileSync
  const files = []
  fs.readFileSync = (file, ...more) => {
    if (String(file).startsWith(process.env.PROGRAM)) files.push(require('node:path').basename(String(file)))
    return read(file, ...more)
  }
  process.on('exit', () => fs.writeFileSync('read.json', JSON.stringify(files)))
`

describe('a program that was not built', () => {
  it('says so', () =>
    withFolder({ 'package.json': '{}' }, async folder => {
      await cp('bin', path.join(folder, 'bin'), { recursive: true })
      const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'bin/apitest.cjs')])
      assert.deepEqual([status, String(stderr)], [2, 'apitest is not built: run npm ci in its folder\n'])
    }))
})

describe('what is loaded at the start', () => {
  it('is next to nothing for --version', async () => {
    assert.deepEqual(await filesRead('--version'), ['build.json'])
  })

  it('is one file for a check', async () => {
    assert.deepEqual(await filesRead('check', 'a.apitest.yaml'), ['build.json', 'program.js'])
  })

  it('holds only the packages that every check needs', async () => {
    const packages = await packagesIn('program.js')
    const heavy = [
      're2js',
      'json-p3',
      'csv-parse',
      'fastify',
      'chokidar',
      'ajv-formats',
      'graphql',
      'yaml',
      'js-yaml',
    ]
    assert.deepEqual(
      heavy.filter(name => packages.has(name)),
      [],
    )
    assert.ok((packages.get('ajv') ?? 0) < 2000, 'ajv compiles at build, and only its helpers are there')
  })

  it('is one file for a run of requests, and for other commands that send what they add', async () => {
    const read = await filesRead('a.apitest.yaml', '--grep', 'users')
    assert.deepEqual(read.slice(0, 2), ['build.json', 'run.js'])
    const sent = await filesRead('send', 'http://127.0.0.1:1/', '--no-history')
    assert.deepEqual(sent.slice(0, 2), ['build.json', 'program.js'])
    assert.ok(!sent.includes('run.js'))
    const packages = await packagesIn('sending.js')
    assert.deepEqual(
      ['undici', 're2js', 'json-p3', 'csv-parse', 'fastify', 'ajv', 'chokidar'].filter(name =>
        packages.has(name),
      ),
      [],
    )
  })
})

describe('the cache of compiled code', () => {
  it('is made by the first start and used by the second', () =>
    withCache(async (start, cacheFiles) => {
      await start()
      const [file = ''] = await cacheFiles()
      const made = await stat(file)
      await start()
      assert.equal((await stat(file)).mtimeMs, made.mtimeMs)
    }))

  for (const [what, steps] of Object.entries({
    'a run': suite,
    'a long run': 'suite: A\nsteps: [pause: 1200ms, set: { a: 1 }]',
  }))
    it(`is used after ${what}, too`, () =>
      withFolder({ 'a.apitest.yaml': steps }, async folder => {
        const environment = { XDG_CACHE_HOME: path.join(folder, 'cache') }
        const run = (): Promise<Finished> => runProgram(folder, ['a.apitest.yaml'], { environment })
        assert.equal((await run()).errors, '')
        const made = await modificationTimes(path.join(folder, 'cache'))
        assert.ok(made.length > 0)
        await run()
        assert.deepEqual(await modificationTimes(path.join(folder, 'cache')), made)
      }))

  for (const [what, damage] of Object.entries({
    'with a flipped bit': (bytes: Buffer) => flipped(bytes, bytes.length >> 1),
    'with a wrong checksum': (bytes: Buffer) => flipped(bytes, 0),
    'that was cut off': (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1),
    'of three bytes': (bytes: Buffer) => bytes.subarray(0, 3),
    'that is empty': () => Buffer.alloc(0),
  }))
    it(`${what} is not run, and made anew`, () =>
      withCache(async (start, cacheFiles) => {
        await start()
        const [file = ''] = await cacheFiles()
        const bytes = await readFile(file)
        await writeFile(file, damage(bytes))
        await start()
        assert.ok((await readFile(file)).length > bytes.length / 2)
      }))

  it('is kept for each command, whatever ran before', () =>
    withCache(async (start, cacheFiles, folder) => {
      const environment = { XDG_CACHE_HOME: path.join(folder, 'cache') }
      await runProgram(folder, ['history'], { environment })
      await start()
      const kept = (await cacheFiles()).filter(file => path.basename(file) === 'program.js')
      assert.deepEqual(kept.map(file => path.basename(path.dirname(file))).sort(), ['check', 'history'])
    }))

  it('of a start that was refused is replaced by that of the first that does its work', () =>
    withCache(async (start, cacheFiles, folder) => {
      const environment = { XDG_CACHE_HOME: path.join(folder, 'cache') }
      const refused = await runProgram(folder, ['check', 'none.apitest.yaml'], { environment })
      assert.equal(refused.exitCode, 2)
      const file = (await cacheFiles()).find(one => path.basename(one) === 'program.js') ?? ''
      const little = await stat(file)
      await start()
      assert.ok((await stat(file)).size > little.size)
    }))

  for (const shown of ['--help', '--list'])
    it(`of a start that only showed something is replaced as well: ${shown}`, () =>
      withCache(async (_, cacheFiles, folder) => {
        const environment = { XDG_CACHE_HOME: path.join(folder, 'cache') }
        const sizes = async (): Promise<readonly number[]> =>
          Promise.all((await cacheFiles()).map(async file => (await stat(file)).size))
        const total = async (): Promise<number> => (await sizes()).reduce((sum, size) => sum + size, 0)
        await runProgram(folder, ['a.apitest.yaml', shown], { environment })
        const little = await total()
        await runProgram(folder, ['a.apitest.yaml'], { environment })
        assert.ok((await total()) > 1.2 * little, `${await total()} bytes, ${little} before`)
        const [file = ''] = await cacheFiles()
        const { mtimeMs } = await stat(file)
        await runProgram(folder, ['a.apitest.yaml', shown], { environment })
        assert.equal((await stat(file)).mtimeMs, mtimeMs, 'and does not replace it in turn')
      }))

  it('of a start whose suite had little in it is replaced by that of one that had more to do', () =>
    withFolder(
      { 'a.apitest.yaml': suite, 'b.apitest.yaml': 'suite: B\nsteps: [pause: 1ms]' },
      async folder => {
        const environment = { XDG_CACHE_HOME: path.join(folder, 'cache') }
        const start = async (file: string): Promise<number> => {
          assertChecked(await runProgram(folder, ['check', file], { environment }))
          const kept = await readdir(path.join(folder, 'cache'), { recursive: true })
          const cached = kept.find(name => path.basename(name) === 'program.js') ?? ''
          return (await stat(path.join(folder, 'cache', cached))).size
        }
        const little = await start('b.apitest.yaml')
        let size = little
        // One start of sixteen looks.
        for (let left = 200; left > 0 && size === little; left--) size = await start('a.apitest.yaml')
        assert.ok(size > 1.03 * little, `${size} bytes, ${little} before`)
      },
    ))

  it('of another build is left alone', () =>
    withCache(async (start, cacheFiles, folder) => {
      const other = path.join(folder, 'cache/apitest/0123456789abcdef-v20.0.0-x64')
      await mkdir(other, { recursive: true })
      await writeFile(path.join(other, 'program.js'), 'of another build')
      await start()
      assert.equal(await readFile(path.join(other, 'program.js'), 'utf8'), 'of another build')
      assert.equal((await cacheFiles()).length, 2)
    }))

  it('of old builds is removed, and nothing else', () =>
    withCache(async (start, _, folder) => {
      const base = path.join(folder, 'cache/apitest')
      for (let day = 1; day <= 7; day++) {
        const other = path.join(base, `000000000000000${day}-v20.0.0-x64`)
        await mkdir(other, { recursive: true })
        await utimes(other, day * 86_400, day * 86_400)
      }
      await mkdir(path.join(base, 'mine'))
      await start()
      const left = await readdir(base)
      assert.equal(left.length, 6)
      assert.deepEqual(
        left.filter(name => /^mine|^0000/.test(name)),
        ['0000000000000004', '0000000000000005', '0000000000000006', '0000000000000007']
          .map(build => `${build}-v20.0.0-x64`)
          .concat('mine'),
      )
    }))

  it('is not needed where it cannot be written', () =>
    withFolder({ 'a.apitest.yaml': suite, cache: 'a file, not a folder' }, async folder => {
      assertChecked(await check(folder, { XDG_CACHE_HOME: path.join(folder, 'cache') }))
      assert.equal(await readFile(path.join(folder, 'cache'), 'utf8'), 'a file, not a folder')
    }))

  it('is not read where that is not allowed', () =>
    withCache(async (start, cacheFiles) => {
      await start()
      for (const file of await cacheFiles()) await chmod(file, 0)
      await start()
    }))

  it('is not made with APITEST_CACHE=off', () =>
    withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const environment = { XDG_CACHE_HOME: path.join(folder, 'cache'), APITEST_CACHE: 'off' }
      assertChecked(await check(folder, environment))
      assert.deepEqual(await readdir(folder), ['a.apitest.yaml'])
    }))
})

/** The files that a start reads of the program, in order, beside the first one. */
async function filesRead(...args: readonly string[]): Promise<readonly string[]> {
  return withFolder({ 'a.apitest.yaml': suite, 'hook.cjs': readHook }, async folder => {
    const environment = {
      NODE_OPTIONS: '--require=./hook.cjs',
      PROGRAM: path.resolve('dist/program'),
      APITEST_CACHE: 'off',
    }
    await runProgram(folder, args, { environment })
    const files = JSON.parse(await readFile(path.join(folder, 'read.json'), 'utf8')) as readonly string[]
    return files.filter(file => file !== 'start.cjs')
  })
}

/** The packages in a file of the program, with the bytes each has in it. */
async function packagesIn(file: string): Promise<ReadonlyMap<string, number>> {
  const { files } = (await readJson('dist/program/build.json')) as { files: Files }
  const { outputs } = (await readJson('dist/metafile.json')) as Metafile
  const packages = new Map<string, number>()
  for (const [output, { inputs }] of Object.entries(outputs)) {
    if (files[path.basename(output)] !== file) continue
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1]
      if (name !== undefined) packages.set(name, (packages.get(name) ?? 0) + bytesInOutput)
    }
  }
  return packages
}

/** The facts of esbuild about a build, as far as they matter here. */
interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Starts the program with a cache of its own; every start must do its work. */
async function withCache(
  use: (
    start: () => Promise<void>,
    cacheFiles: () => Promise<readonly string[]>,
    folder: string,
  ) => Promise<void>,
): Promise<void> {
  await withFolder({ 'a.apitest.yaml': suite }, async folder => {
    const cache = path.join(folder, 'cache')
    const start = async (): Promise<void> => {
      assertChecked(await check(folder, { XDG_CACHE_HOME: cache }))
    }
    const cacheFiles = async (): Promise<readonly string[]> => {
      const entries = await readdir(cache, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name))
    }
    await use(start, cacheFiles, folder)
  })
}

/** When each file below a folder was last written: a cache that is refused is written again. */
async function modificationTimes(folder: string): Promise<readonly number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return Promise.all(files.map(async entry => (await stat(path.join(entry.parentPath, entry.name))).mtimeMs))
}

function check(folder: string, environment: NodeJS.ProcessEnv): Promise<Finished> {
  return runProgram(folder, ['check', 'a.apitest.yaml'], { environment })
}

function assertChecked(finished: Finished): void {
  assert.deepEqual(finished, { exitCode: 0, output: '1 suite checked, no errors\n', errors: '' })
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}
