import { inkOnly } from '../report/text/printable.ts'

/**
 * Variables that a build server sets which reads commands in what its steps print: GitHub Actions
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions), Azure Pipelines, TeamCity.
 */
const readers = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION']

/**
 * The commands of such a server: `::` that nothing but blanks and colours stand before on its line, and `##[` with its
 * kind anywhere. A line ends at a carriage return, too, and every character that is not ASCII may be a blank.
 */
// eslint-disable-next-line no-control-regex -- colours begin with ESC.
const command = /(^|[\r\n])((?:\x1b\[[\d;]*m|[^!-~\r\n])*)(?=::)|##(?=(?:vso|teamcity)?\[)/g

/** Prints text, coloured at most, without anything that a terminal or a build server would obey. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(harmless(text, process.env))
}

/** Prints what is wrong, or goes beside the answer. */
export function printAside(text: string): void {
  print(text, process.stderr)
}

/** Writes over the line that a terminal shows beside the answer; an empty text takes it away. */
export function printOver(text: string): void {
  process.stderr.write(`\r\x1b[2K${harmless(text, process.env)}`)
}

/** Prints commands to the build server. Their values are escaped already. */
export function printCommands(text: string): void {
  process.stdout.write(text)
}

/** Prints a body byte for byte; as `text`, which is the same decoded, where a build server would read commands in it. */
export function printBytes(bytes: Uint8Array, text: string): void {
  // A build server reads ASCII, whatever the answer says of its characters.
  const read = Buffer.from(bytes).toString('latin1')
  const isHarmless = withoutCommands(read, process.env) === read
  process.stdout.write(isHarmless ? bytes : withoutCommands(text, process.env))
}

/** The text that `print` prints. */
export function harmless(text: string, environment: NodeJS.ProcessEnv): string {
  return withoutCommands(inkOnly(text), environment)
}

/** The text with a `·` in every command to the build server that it is printed on; elsewhere as it is. */
export function withoutCommands(text: string, environment: NodeJS.ProcessEnv): string {
  if (!readers.some(name => environment[name] !== undefined)) return text
  return text.replace(command, found => `${found}·`)
}
