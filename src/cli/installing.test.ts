import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { laterTier } from '../testing/parts.ts'
import { withFolder } from '../testing/run-program.ts'

/** The output of a command line, with its errors. */
interface Told {
  readonly status: number | null
  readonly text: string
}

test('npx apitest-run runs this package, of a registry that has it', { timeout: 120_000 }, () =>
  withFolder({ 'package.json': '{}' }, async folder => {
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' })
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>
    const packed = readFileSync(path.join(folder, `${String(name)}-${String(version)}.tgz`))
    const asked: string[] = []
    await using server = await httpServer(({ url }, response) => {
      asked.push(url)
      response.end(url.endsWith('.tgz') ? packed : JSON.stringify(packument(`http://${host}`)))
    })
    const { host } = new URL(server.url)
    const packument = (origin: string): object => ({
      name,
      'dist-tags': { latest: version },
      versions: {
        [String(version)]: {
          ...{ name, version, bin: { apitest: 'bin/apitest.cjs' } },
          dist: { tarball: `${origin}/package.tgz` },
        },
      },
    })
    const environment = { npm_config_registry: server.url, npm_config_cache: path.join(folder, 'cache') }
    const { text } = await told(folder, 'npx', ['--yes', 'apitest-run', '--version'], environment)
    assert.equal(text.trim(), version)
    assert.ok(asked.some(url => url.includes('apitest-run')))
    const init = await told(folder, 'npx', ['--yes', 'apitest-run', 'init', '--yes'], environment)
    assert.match(init.text, / {2}npx apitest-run check\n/)
    assert.equal((await told(folder, 'npx', ['--yes', 'apitest-run'], environment)).status, 0)
  }),
)

const noInjector = (): false | string =>
  spawnSync('npx', ['--yes', 'postject@1.0.0-alpha.6', '--help'], { stdio: 'ignore' }).status !== 0 &&
  'postject cannot be fetched'
const withoutExecutable =
  process.platform !== 'linux'
    ? 'executables are made for Linux alone'
    : laterTier('postject') || noInjector()

describe('the executable', { skip: withoutExecutable }, () => {
  it('runs where there is no Node: suites, scripts, gRPC, threads of a load test, a mock that goes on', () =>
    withFolder({}, async folder => {
      const program = path.join(folder, 'apitest')
      execFileSync(process.execPath, ['scripts/build-executable.mjs', program], { stdio: 'ignore' })
      const environment = onlyShell(folder)
      const run = (...words: string[]): Promise<Told> => told(folder, program, words, environment, true)
      assert.match((await run('--version')).text, /^\d+\.\d+\.\d+\n$/)
      takeSuites(folder)
      const suites = await run('suites/')
      assert.equal(suites.status, 0, suites.text)
      assert.match(suites.text, /scripts\.apitest\.yaml/)
      const load = ['load', 'suites/health.apitest.yaml', '--callers', '4', '--threads', '2', '--for', '1s']
      const loaded = await run(...load)
      assert.match(loaded.text, /Error rate {2}0 %/)
      assert.match((await run('mock', 'start', 'playground/openapi.yaml')).text, /http:\/\/127/)
      assert.match((await run('mock', 'stop', '--all')).text, /stopped/)
      mkdirSync(path.join(folder, 'new'))
      const init = await told(path.join(folder, 'new'), program, ['init'], environment, true)
      assert.match(init.text, /written +suites\/suite\.schema\.json/)
    }))
})

/** A PATH on which there is no Node, and a home of its own. */
function onlyShell(folder: string): NodeJS.ProcessEnv {
  const programs = path.join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['sh', 'sleep', 'cat'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(programs, name))
  return { PATH: programs, HOME: folder }
}

/** The suites of the project that need neither brokers nor Node. */
function takeSuites(folder: string): void {
  cpSync('playground/openapi.yaml', path.join(folder, 'playground/openapi.yaml'))
  cpSync('playground/grpc', path.join(folder, 'playground/grpc'), { recursive: true })
  cpSync('suites', path.join(folder, 'suites'), {
    recursive: true,
    filter: source => !/with-|order-story/.test(source),
  })
  const configuration = readFileSync('apitest.config.yaml', 'utf8').replace('node bin/apitest.cjs', 'apitest')
  writeFileSync(path.join(folder, 'apitest.config.yaml'), configuration)
}

function told(
  folder: string,
  command: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  alone = false,
): Promise<Told> {
  const env = alone ? environment : { ...process.env, ...environment }
  const child = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString()
    })
  return new Promise(resolve => {
    child.on('close', status => {
      resolve({ status, text })
    })
  })
}

const buildah = spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status
const withoutImages =
  laterTier('buildah') ||
  ((process.platform !== 'linux' || process.getuid?.() !== 0 || buildah !== 0) &&
    'buildah is not installed, or this is not root')

test(
  'the image runs suites as it is built of a base with Node',
  { skip: withoutImages, timeout: 120_000 },
  () =>
    withFolder(
      { 'work/a.apitest.yaml': 'suite: A\nsteps: [{ set: { a: 1 }, validations: [{ variable a: 1 }] }]\n' },
      folder => {
        baseWithNode(path.join(folder, 'base'))
        const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')]
        const build = (...words: string[]): string =>
          execFileSync('buildah', [...storage, '--storage-driver', 'vfs', ...words], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          }).trim()
        build(
          'bud',
          '--isolation',
          'chroot',
          '-f',
          path.join(folder, 'base/Containerfile'),
          '-t',
          'localhost/base',
          path.join(folder, 'base'),
        )
        build(
          'bud',
          '--isolation',
          'chroot',
          '--build-arg',
          'BASE=localhost/base',
          '-f',
          'Containerfile',
          '-t',
          'localhost/apitest',
          '.',
        )
        const container = build('from', 'localhost/apitest')
        const entry = ['node', '/opt/apitest/bin/apitest.cjs']
        const shown = build('inspect', '--format', '{{.OCIv1.Config.Entrypoint}}', container)
        assert.equal(shown, `[${entry.join(' ')}]`)
        const volume = `${path.join(folder, 'work')}:/work`
        const words = [
          'run',
          '--isolation',
          'chroot',
          '--user',
          '0',
          '--volume',
          volume,
          container,
          '--',
          ...entry,
          '.',
        ]
        assert.match(build(...words), /Passed/)
      },
    ),
)

/** The Node of this machine and what it needs, as the base of an image: no registry is asked for one. */
function baseWithNode(folder: string): void {
  const programs = { '/usr/bin/node': process.execPath, '/bin/sh': '/bin/sh' }
  mkdirSync(path.join(folder, 'tmp'), { recursive: true })
  for (const [place, file] of Object.entries(programs)) {
    const libraries = execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/\S+/g) ?? []
    for (const [to, from] of [[place, file] as const, ...libraries.map(one => [one, one] as const)])
      cpSync(realpathSync(from), path.join(folder, to))
  }
  const text = 'FROM scratch\nCOPY . /\nENV PATH=/usr/bin:/bin\n'
  writeFileSync(path.join(folder, 'Containerfile'), text)
}
