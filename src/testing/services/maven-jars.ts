import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache-folder.ts'

/** The repository that Maven keeps for the tests, in the user's cache folder. */
export const mavenRepository = path.join(cacheFolder(), 'maven')

interface Jar {
  /** In hexadecimal. */
  readonly sha256: string
  /** Below the repository. */
  readonly path: string
}

/**
 * The jars that a list in the form of sha256sum names, as absolute paths. Maven fetches those that are not there yet, from where
 * the user's settings say, by the `pom.xml` beside the list; `say` is told. Throws when a file cannot be had or has another
 * checksum.
 */
export async function mavenJars(
  list: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const jars = (await readFile(list, 'utf8')).trim().split('\n').map(parseLine)
  const missing = async (): Promise<readonly Jar[]> => {
    const isThere = await Promise.all(jars.map(isAsListed))
    return jars.filter((_, index) => isThere[index] === false)
  }
  const waiting = await missing()
  if (waiting.length > 0) {
    say(`${waiting.length} of ${jars.length} jars of Kafka (44 MB together) are fetched by Maven.`)
    await resolveDependencies(path.dirname(list), signal)
    const [wrong] = await missing()
    if (wrong !== undefined) throw new Error(`${fileOf(wrong)} does not have the expected checksum.`)
  }
  return jars.map(fileOf)
}

function parseLine(line: string): Jar {
  const [sha256 = '', file = ''] = line.split('  ')
  return { sha256, path: file }
}

function fileOf(jar: Jar): string {
  return path.join(mavenRepository, jar.path)
}

async function isAsListed(jar: Jar): Promise<boolean> {
  const content = await readFile(fileOf(jar)).catch(() => undefined)
  return content !== undefined && createHash('sha256').update(content).digest('hex') === jar.sha256
}

async function resolveDependencies(folder: string, signal: AbortSignal): Promise<void> {
  const quietly = ['--batch-mode', '--quiet', `-Dmaven.repo.local=${mavenRepository}`]
  const resolve = ['dependency:resolve', '-DincludeScope=runtime', '--file', path.join(folder, 'pom.xml')]
  await promisify(execFile)('mvn', [...quietly, ...resolve], { signal, maxBuffer: 2 ** 26 })
}
