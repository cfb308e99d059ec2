import type { Command } from './command.ts'
import { type CommandEntry, commands, commandsBelow } from './commands/index.ts'
import { readTokens } from './tokens.ts'

/** The command that a line is about. */
export interface FoundCommand {
  readonly entry: CommandEntry
  readonly command: Command
  /** True where it was named; a run need not be. */
  readonly isNamed: boolean
  /** The words that were typed beside its name. */
  readonly typed: readonly string[]
}

/** Finds the command in a line and loads it. Options may stand before its name. */
export async function findCommand(line: readonly string[]): Promise<FoundCommand> {
  const [place] = readTokens(line, {}).places
  if (place !== undefined && line[place] === 'help') return findCommand([...without(line, place), '--help'])
  const entry = place === undefined ? undefined : commands.find(({ name }) => name === line[place])
  if (place === undefined || entry === undefined)
    return { entry: commands[0], command: await loaded(commands[0]), isNamed: false, typed: line }
  const typed = without(line, place)
  const below = await commandBelow(entry, typed)
  return below ?? { entry, command: await loaded(entry), isNamed: true, typed }
}

/** The command below another one that is named by the next word. */
async function commandBelow(
  entry: CommandEntry,
  typed: readonly string[],
): Promise<FoundCommand | undefined> {
  const below = commandsBelow(entry.name)
  if (below.length === 0) return undefined
  const { options } = await loaded(entry)
  const [place = -1] = readTokens(typed, options).places
  const found = below.find(({ name }) => name === `${entry.name} ${typed[place] ?? ''}`)
  return found === undefined
    ? undefined
    : { entry: found, command: await loaded(found), isNamed: true, typed: without(typed, place) }
}

function without(words: readonly string[], place: number): readonly string[] {
  return [...words.slice(0, place), ...words.slice(place + 1)]
}

/** Loads a command. One that is nothing by itself has neither arguments nor options. */
export async function loaded({
  load,
  needsCommand = ['it needs a command'],
}: CommandEntry): Promise<Command> {
  if (load !== undefined) return (await load()).command
  return { positionals: {}, options: {}, needsCommand, run: () => Promise.resolve(2) }
}
