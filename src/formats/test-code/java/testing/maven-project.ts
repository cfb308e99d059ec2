import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findProgram, laterTier } from '../../../../testing/parts.ts'
import { mavenRepository as repository } from '../../../../testing/services/maven-jars.ts'

const run = promisify(execFile)

/** The libraries that the tests of tests in Java run with: the newest that Java 17 runs. */
const dependencies = [
  ['org.junit.jupiter', 'junit-jupiter', '6.1.3'],
  ['io.rest-assured', 'rest-assured', '6.0.1'],
  ['com.fasterxml.jackson.core', 'jackson-databind', '2.21.3'],
  ['com.google.googlejavaformat', 'google-java-format', '1.28.0'],
] as const

/** Why tests in Java cannot be run here, or false when they can: an option of `test`. */
export function withoutJava(): false | string {
  const later = laterTier('Java')
  if (later !== false) return later
  const missing = missingTool()
  if (missing !== undefined) return `${missing} is not installed.`
  return !existsSync(mark) && 'JUnit and its like are not there; run node scripts/test-code.mjs install.'
}

function missingTool(): string | undefined {
  return ['javac', 'mvn'].find(name => findProgram(name) === undefined)
}

/** Says that the repository has everything. */
const mark = path.join(repository, 'complete')

/** Fills the repository by a run of a test that needs nothing else. Throws when it cannot. */
export async function installJava(say: (line: string) => void): Promise<void> {
  if (missingTool() !== undefined || existsSync(mark)) return
  say(`JUnit, RestAssured and what they need are installed into ${repository}.`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-java-'))
  try {
    await writeProject(folder)
    const file = path.join(folder, 'src/test/java/FirstTest.java')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, 'class FirstTest {\n  @org.junit.jupiter.api.Test\n  void runs() {}\n}\n')
    const output = await runMaven(folder, ['--batch-mode', 'test'], {})
    if (!output.includes('BUILD SUCCESS')) throw new Error(output.slice(-2000))
    await writeFile(mark, '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a project of Maven in an empty folder. The compiler takes every warning for an error. */
export async function writeProject(folder: string): Promise<void> {
  const listed = dependencies.map(
    ([group, name, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><scope>test</scope></dependency>`,
  )
  const compiler = ['-Xlint:all', '-Werror', '-proc:none'].map(arg => `<arg>${arg}</arg>`).join('')
  const plugin = (name: string, version: string, configuration = ''): string =>
    `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId>` +
    `<version>${version}</version>${configuration}</plugin>`
  await mkdir(folder, { recursive: true })
  await writeFile(
    path.join(folder, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
<properties>
<maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
<dependencies>${listed.join('\n')}</dependencies>
<build><plugins>
${plugin('compiler', '3.14.0', `<configuration><showWarnings>true</showWarnings><compilerArgs>${compiler}<arg>-Xlint:-options</arg></compilerArgs></configuration>`)}
${plugin('surefire', '3.5.4')}
</plugins></build></project>
`,
  )
}

/** Runs Maven in a project, and gives what it prints. */
export async function runMaven(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const offline = existsSync(mark) ? ['--offline'] : []
  // Little is compiled for long: the quick compiler of the JVM is enough.
  const quick = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
  const all = [...offline, `-Dmaven.repo.local=${repository}`, `-DargLine=${quick}`, ...args]
  const options = {
    cwd: folder,
    env: { ...process.env, MAVEN_OPTS: quick, ...environment },
    maxBuffer: 2 ** 26,
  }
  try {
    return (await run('mvn', all, options)).stdout
  } catch (error) {
    return (error as { readonly stdout?: string }).stdout ?? ''
  }
}

/** The files that google-java-format would change, of all in a folder. */
export async function misformatted(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter(name => name.endsWith('.java')).map(name => path.join(folder, name))
  const jars = ['com/google/googlejavaformat', 'com/google/guava'].map(name => path.join(repository, name))
  const found = (
    await Promise.all(
      jars.map(jar => readdir(jar, { recursive: true }).then(all => all.map(one => path.join(jar, one)))),
    )
  ).flat()
  const exports = ['api', 'code', 'file', 'parser', 'tree', 'util'].map(
    name => `--add-exports=jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
  )
  const classpath = found.filter(name => name.endsWith('.jar')).join(path.delimiter)
  const program = 'com.google.googlejavaformat.java.Main'
  const { stdout } = await run('java', [...exports, '-cp', classpath, program, '--dry-run', ...files])
  return stdout.split('\n').filter(line => line !== '')
}
