import { startProcessTree } from '../../actions/processes/process-tree.ts'
import { patience } from '../../actions/processes/running-command.ts'
import type { TestFile } from '../../formats/test-code/export-tests.ts'
import type { Loss } from '../../model/conversion.ts'
import type { ProjectFacts } from './project-facts.ts'
import { programPath } from './run-framework.ts'

/** A formatter that reads a file from its input and prints it. */
interface Formatter {
  readonly program: string
  readonly args: (file: string) => readonly string[]
}

/** The formatters of languages whose tests are not formatted as they are written. */
const formatters: Readonly<Record<string, readonly Formatter[]>> = {
  Python: [
    { program: 'black', args: file => ['--quiet', '--stdin-filename', file, '-'] },
    { program: 'ruff', args: file => ['format', '--quiet', '--stdin-filename', file, '-'] },
  ],
}

/** Where tests are formatted, and when to stop. */
export interface FormatRun {
  readonly facts: ProjectFacts
  readonly language: string
  /** Absolute path of the project. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly interrupt: AbortSignal
}

/** Tests as the formatter that the project names writes them. Where it is not there, they stay as they are, with a note. */
export async function formatTests(
  files: readonly TestFile[],
  run: FormatRun,
): Promise<{ readonly files: readonly TestFile[]; readonly notes: readonly Loss[] }> {
  const manifests = Object.values(run.facts.manifests).join('\n')
  const formatter = formatters[run.language]?.find(({ program }) =>
    new RegExp(`(^|["'[.\\s])${program}($|["'\\].=<>~!\\s])`, 'm').test(manifests),
  )
  if (formatter === undefined) return { files, notes: [] }
  const written: TestFile[] = []
  const notes: Loss[] = []
  for (const file of files) {
    const text = await formattedText(file, formatter, run)
    written.push({ ...file, text: text ?? file.text })
    if (text === undefined)
      notes.push({
        where: file.name,
        what: 'format',
        why: `the project names ${formatter.program}, which cannot be run here`,
      })
  }
  return { files: written, notes }
}

/** The text that a formatter prints; undefined where it cannot be run, or fails. */
async function formattedText(
  { name, text }: TestFile,
  { program, args }: Formatter,
  { folder, environment, interrupt }: FormatRun,
): Promise<string | undefined> {
  const tree = startProcessTree([program, ...args(name)], {
    directory: folder,
    environment: { ...environment, PATH: programPath(folder, environment['PATH']) },
    streams: ['pipe', 'pipe', 'ignore'],
  })
  let output = ''
  tree.child?.stdout?.setEncoding('utf8').on('data', (printed: string) => (output += printed))
  tree.child?.stdin?.on('error', () => undefined).end(text)
  const stop = (): void => void tree.stop(patience)
  interrupt.addEventListener('abort', stop)
  const end = await tree.ended
  interrupt.removeEventListener('abort', stop)
  await tree.stop(patience)
  return 'code' in end && end.code === 0 && output !== '' ? output : undefined
}
