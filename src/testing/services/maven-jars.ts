import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EnvHttpProxyAgent, request } from 'undici'
import { cacheFolder } from './cache-folder.ts'
import { mavenRepository } from './maven-repository.ts'

interface Jar {
  /** In hexadecimal. */
  readonly sha256: string
  /** Below the repository, and below the cache folder. */
  readonly path: string
}

/**
 * The files that a list in the form of sha256sum names, as absolute paths in the user's cache folder; what is not there
 * yet, or is not what the list says, is downloaded, which `say` is told of. Throws when a file cannot be had or has
 * another checksum.
 */
export async function mavenJars(
  list: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const jars = (await readFile(list, 'utf8')).trim().split('\n').map(parseLine)
  const isThere = await Promise.all(jars.map(isCached))
  const waiting = jars.filter((_, index) => isThere[index] === false)
  if (waiting.length === 0) return jars.map(fileOf)
  const repository = await mavenRepository()
  say(
    `${waiting.length} of ${jars.length} jars of Kafka (44 MB together) are fetched from ${new URL(repository).host}.`,
  )
  const downloadRest = async (): Promise<void> => {
    for (let jar = waiting.shift(); jar !== undefined; jar = waiting.shift())
      await fetchJar(jar, repository, signal)
  }
  await Promise.all(Array.from({ length: 6 }, downloadRest))
  return jars.map(fileOf)
}

function parseLine(line: string): Jar {
  const [sha256 = '', file = ''] = line.split('  ')
  return { sha256, path: file }
}

function fileOf(jar: Jar): string {
  return path.join(cacheFolder(), jar.path)
}

async function isCached(jar: Jar): Promise<boolean> {
  const cached = await readFile(fileOf(jar)).catch(() => undefined)
  return cached !== undefined && sha256(cached) === jar.sha256
}

async function fetchJar(jar: Jar, repository: string, signal: AbortSignal): Promise<void> {
  const file = fileOf(jar)
  const address = `${repository}/${jar.path}`
  const content = await download(address, signal)
  if (sha256(content) !== jar.sha256) throw new Error(`${address} does not have the expected checksum.`)
  await mkdir(path.dirname(file), { recursive: true })
  // A name of its own, because another start may be downloading the same file.
  const partial = `${file}.${process.pid}`
  await writeFile(partial, content)
  await rename(partial, file)
}

const tries = 3

async function download(address: string, signal: AbortSignal): Promise<Buffer> {
  for (let attempt = 1; ; attempt++)
    try {
      return await get(address, signal)
    } catch (error) {
      if (attempt === tries || signal.aborted)
        throw new Error(`${address} cannot be downloaded: ${String(error)}`, { cause: error })
    }
}

async function get(address: string, signal: AbortSignal): Promise<Buffer> {
  const dispatcher = new EnvHttpProxyAgent()
  try {
    const { statusCode, body } = await request(address, { signal, dispatcher })
    const content = Buffer.from(await body.arrayBuffer())
    if (statusCode !== 200) throw new Error(`status ${statusCode}`)
    return content
  } finally {
    await dispatcher.destroy()
  }
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
