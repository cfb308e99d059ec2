import { createHash } from 'node:crypto'
import path from 'node:path'
import type { ActionContext } from '../action.ts'
import { type RunningCommand, startCommand } from '../processes/running-command.ts'
import type { RunResources } from '../resources.ts'
import type { HealthCommand } from './health-request.ts'

/** The commands a run has started for its waits: each once, however many steps, rows and files ask for it. */
export class StartedCommands {
  readonly #going = new Map<string, Promise<RunningCommand>>()
  readonly #all = new Set<Promise<RunningCommand>>()

  /** True where it has been started and has not ended. */
  isGoing(command: HealthCommand, { directory }: ActionContext): boolean {
    return this.#going.has(keyOf(command, directory))
  }

  /** Starts it, unless it goes on already. Rejects when its log cannot be written. */
  start(command: HealthCommand, context: ActionContext): Promise<RunningCommand> {
    const key = keyOf(command, context.directory)
    const going = this.#going.get(key)
    if (going !== undefined) return going
    const running = start(command, context)
    this.#all.add(running)
    this.#going.set(key, running)
    const forget = (): boolean => this.#going.delete(key)
    running.then(({ ended }) => ended).then(forget, forget)
    return running
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const commands = await Promise.allSettled(this.#all)
    await Promise.all(
      commands.flatMap(command => (command.status === 'fulfilled' ? [command.value.stop()] : [])),
    )
  }
}

function start(
  { line, environment }: HealthCommand,
  { directory, toolFolder, mask }: ActionContext,
): Promise<RunningCommand> {
  return startCommand({
    command: line,
    directory,
    environment: { ...process.env, ...environment },
    logFolder: path.join(toolFolder, 'services'),
    logName: logNameOf(mask(line)),
  })
}

/** The commands of a run. */
export function commandsOf(resources: RunResources): StartedCommands {
  return resources.get('commands', () => {
    const commands = new StartedCommands()
    return { value: commands, close: () => commands.close() }
  })
}

function keyOf({ line, environment }: HealthCommand, directory: string): string {
  return JSON.stringify([line, environment, directory])
}

const longestName = 40

/** `npm-run-shop`; a command too long for a file name is distinguished by a number. */
function logNameOf(command: string): string {
  const words = command.replace(/[^\p{L}\p{N}_.]+/gu, '-').replace(/^-|-$/g, '')
  if (words.length <= longestName && /^[\p{L}\p{N}_. -]+$/u.test(command)) return words
  const number = createHash('sha256').update(command).digest('hex').slice(0, 8)
  return `${words.slice(0, longestName)}-${number}`
}
