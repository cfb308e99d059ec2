import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findProgram } from './parts.ts'
import { accepts, freePort } from './ports.ts'

/** A proxy of a test, to be ended with `await using`. */
export interface RunningProxy extends AsyncDisposable {
  readonly port: number
  /**
   * Reads the log of the requests so far; with a pattern, as soon as that matches, after ten seconds at the latest:
   * squid writes the line of a tunnel some time after its end.
   */
  log(awaited?: RegExp): Promise<string>
}

export interface ProxyOptions {
  /** Credentials that it asks for. */
  readonly username?: string
  readonly password?: string
}

/** Starts squid, which forwards, and opens ways to every port. */
export function startSquid(options: ProxyOptions = {}): Promise<RunningProxy> {
  return start('squid', async (folder, port) => {
    const file = path.join(folder, 'squid.conf')
    const log = path.join(folder, 'access.log')
    const rule = options.username === undefined ? 'all' : 'known'
    const lines = [
      `http_port 127.0.0.1:${port}`,
      `pid_filename none`,
      `access_log stdio:${log}`,
      `cache_log ${path.join(folder, 'cache.log')}`,
      `coredump_dir ${folder}`,
      'cache deny all',
      'cache_mem 8 MB',
      'shutdown_lifetime 0 seconds',
      'visible_hostname proxy.test',
      'pinger_enable off',
      ...(await squidCredentials(folder, options)),
      'acl forbidden url_regex forbidden',
      'http_access deny forbidden',
      `http_access allow ${rule}`,
      'http_access deny all',
    ]
    await writeFile(file, `${lines.join('\n')}\n`)
    return { args: ['-N', '-f', file], log }
  })
}

/** Starts tinyproxy. */
export function startTinyproxy({ username, password }: ProxyOptions = {}): Promise<RunningProxy> {
  return start('tinyproxy', async (folder, port) => {
    const file = path.join(folder, 'tinyproxy.conf')
    const log = path.join(folder, 'access.log')
    const lines = [
      `Port ${port}`,
      'Listen 127.0.0.1',
      'MaxClients 50',
      'Timeout 60',
      'LogLevel Connect',
      `LogFile "${log}"`,
      ...(username === undefined ? [] : [`BasicAuth ${username} ${password ?? ''}`]),
    ]
    await writeFile(file, `${lines.join('\n')}\n`)
    return { args: ['-d', '-c', file], log }
  })
}

/** Starts microsocks, which speaks SOCKS 5. */
export function startMicrosocks({ username, password }: ProxyOptions = {}): Promise<RunningProxy> {
  return start('microsocks', (folder, port) => {
    const credentials = username === undefined ? [] : ['-u', username, '-P', password ?? '']
    const args = ['-i', '127.0.0.1', '-p', String(port), ...credentials]
    return Promise.resolve({ args, log: path.join(folder, outputName) })
  })
}

async function squidCredentials(folder: string, { username, password }: ProxyOptions): Promise<string[]> {
  if (username === undefined) return []
  const file = path.join(folder, 'passwords')
  // The form of passwords that crypt(3) reads without a salt of its own: openssl makes it.
  await writeFile(file, `${username}:${await hashed(password ?? '')}\n`)
  const helper = '/usr/lib/squid/basic_ncsa_auth'
  return [
    `auth_param basic program ${helper} ${file}`,
    'auth_param basic children 1',
    'acl known proxy_auth REQUIRED',
  ]
}

async function hashed(password: string): Promise<string> {
  const { execFile } = await import('node:child_process')
  const { promisify } = await import('node:util')
  return (await promisify(execFile)('openssl', ['passwd', '-apr1', password])).stdout.trim()
}

/** The file with what a proxy prints. */
const outputName = 'output.log'

async function start(
  name: string,
  configure: (folder: string, port: number) => Promise<{ args: string[]; log: string }>,
): Promise<RunningProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), `apitest-${name}-`))
  // A proxy started by root goes on as another user.
  await chmod(folder, 0o777)
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const { args, log } = await configure(folder, port)
  const output = await open(path.join(folder, outputName), 'w')
  const stdio = ['ignore', output.fd, output.fd] as const
  const child = spawn(findProgram(name) ?? name, args, { stdio: [...stdio], cwd: folder })
  await output.close()
  await listening(port, child, name)
  return {
    port,
    log: awaited => logOf(log, awaited),
    [Symbol.asyncDispose]: async () => {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function logOf(file: string, awaited?: RegExp): Promise<string> {
  for (let tries = 0; ; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (awaited === undefined || text.search(awaited) !== -1 || tries === 200) return text
    await setTimeout(50)
  }
}

async function listening(port: number, child: ChildProcess, name: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} instead of listening.`)
    if (await accepts(port)) return
    await setTimeout(50)
  }
  throw new Error(`${name} does not listen after half a minute.`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const end = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await end
}
