import type { TestOutcome } from '../framework.ts'

/**
 * Reads the output of `cargo test` on each test, in the order of the files. A test that failed has the line of its
 * first panic, which tells the step.
 */
export function readCargo(output: string): readonly TestOutcome[] {
  const outcomes: TestOutcome[] = []
  let file: string | undefined
  const panics = panicsIn(output)
  for (const line of output.split(/\r?\n/)) {
    const running = /^\s*Running (?:unittests )?(\S+\.rs) \(/.exec(line)
    if (running?.[1] !== undefined) file = running[1].replaceAll('\\', '/')
    const [, name, word] = /^test (\S+) \.\.\. (ok|FAILED|ignored)/.exec(line) ?? []
    if (name === undefined) continue
    const panic = word === 'FAILED' ? panics.get(name) : undefined
    const place = panic?.file ?? file
    outcomes.push({
      name,
      outcome: word === 'ok' ? 'passed' : word === 'FAILED' ? 'failed' : 'skipped',
      ...(place === undefined ? {} : { file: place }),
      ...(panic === undefined ? {} : { message: panic.message, line: panic.line }),
    })
  }
  return outcomes
}

interface Panic {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The first panic of each test, by its name. */
function panicsIn(output: string): ReadonlyMap<string, Panic> {
  const panics = new Map<string, Panic>()
  const said =
    /^thread '([^']+)'(?: \(\d+\))? panicked at (.+?):(\d+):\d+:\r?\n([^]*?)(?=^note: |^stack backtrace:|^thread '|^----|^\s*$)/gm
  for (const [, name = '', file = '', line = '', message = ''] of output.matchAll(said))
    if (!panics.has(name))
      panics.set(name, { file: file.replaceAll('\\', '/'), line: Number(line), message: message.trim() })
  return panics
}
