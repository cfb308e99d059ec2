import type { Framework } from '../framework.ts'
import { nameOf } from '../names.ts'
import type { JavaClient } from './clients.ts'
import { mavenRunner } from './maven-runner.ts'

/** JUnit from 5.13 on, for classes with rows, and Jackson from 2.19 on, for streams of values. */
const usualPackages = ['org.junit.jupiter:junit-jupiter', 'com.fasterxml.jackson.core:jackson-databind']

/** The frameworks of Java. */
export const javaFrameworks: readonly Framework[] = [
  framework(
    'junit-rest-assured',
    'JUnit with RestAssured',
    async () => (await import('./rest-assured.ts')).restAssured,
    ['io.rest-assured:rest-assured'],
  ),
  framework(
    'junit-http-client',
    'JUnit with the HTTP client of the JDK',
    async () => (await import('./http-client.ts')).httpClient,
    [],
  ),
]

function framework(
  name: string,
  title: string,
  client: () => Promise<JavaClient>,
  packages: readonly string[],
): Framework {
  return {
    name,
    title,
    language: 'Java',
    runner: mavenRunner([...usualPackages, ...packages]),
    fileName: text => `${className(text)}.java`,
    async write(program, { package: inPackage }) {
      const { writeJava } = await import('./write-java.ts')
      const style = inPackage === undefined ? {} : { package: inPackage }
      return writeJava(program, className(program.name), await client(), style)
    },
  }
}

/** The class of a file: it ends with `Test`, as those do that Maven looks for. */
function className(text: string): string {
  const name = nameOf(text, 'PascalCase', 'Api').slice(0, 60)
  return name.endsWith('Test') ? name : `${name}Test`
}
