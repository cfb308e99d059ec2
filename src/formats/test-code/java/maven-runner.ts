import type { Runner, TestOutcome } from '../framework.ts'

/** A line of Surefire's plain report: `[INFO] shop.UsersTest.allUsers -- Time elapsed: 0.1 s`. */
const outcomeLine =
  /^\[\w+\] ((?:\w+\.)*[\w$]+)\.(\S.*?)(?: -- Time elapsed: .*?( <<< (?:FAILURE|ERROR)!)?| (skipped).*)$/

/** Runs tests with Maven. Surefire says of each test what became of it, in the order in which they ran. */
export function mavenRunner(packages: readonly string[]): Runner {
  return {
    command: files => ({
      command: 'mvn',
      args: [
        '--batch-mode',
        `-Dtest=${files.map(classPattern).join(',')}`,
        '-Dsurefire.reportFormat=plain',
        '-Dsurefire.useFile=false',
        'test',
      ],
    }),
    outcomes: (_, output) => outcomesOf(output.split(/\r?\n/)),
    packages,
    install: missing => ['Add to the dependencies of pom.xml, in the scope test:', ...missing].join('\n'),
  }
}

/** The class of a file, as Surefire takes it: `shop/UsersTest`. */
function classPattern(file: string): string {
  return file
    .replaceAll('\\', '/')
    .replace(/^(?:.*\/)?src\/test\/java\//, '')
    .replace(/\.java$/, '')
    .replaceAll('/', '.')
}

function outcomesOf(lines: readonly string[]): readonly TestOutcome[] {
  return lines.flatMap((written, index): readonly TestOutcome[] => {
    const [, type, name, failure, skipped] = outcomeLine.exec(plain(written)) ?? []
    if (type === undefined || name === undefined) return []
    const file = `${type.replace(/\$.*$/, '').replaceAll('.', '/')}.java`
    if (skipped !== undefined) return [{ file, name, outcome: 'skipped' }]
    if (failure === undefined) return [{ file, name, outcome: 'passed' }]
    return [{ file, name, outcome: 'failed', message: messageAt(lines.slice(index + 1)) }]
  })
}

/** The message of a failure: up to the first place in code, the next test, or the end of all. */
function messageAt(lines: readonly string[]): string {
  const end = lines.findIndex(line => /^\s+at |^\[\w+\]/.test(plain(line)))
  return lines
    .slice(0, end === -1 ? 1 : end)
    .join('\n')
    .trim()
}

/** A line without colours. */
function plain(written: string): string {
  // eslint-disable-next-line no-control-regex
  return written.replace(/\u001b\[[\d;]*m/g, '')
}
