import { type CommandLog, openCommandLog } from './command-log.ts'
import { type CommandEnd, startProcessTree } from './process-tree.ts'

/** A command to run beside something else, and where its output goes. */
export interface CommandToRun {
  /** Command line for the shell. */
  readonly command: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of the output, such as `.tool/services`. */
  readonly logFolder: string
  /** The output's file there, without `.log`. */
  readonly logName: string
}

/** A command that was started and goes on. */
export interface RunningCommand {
  readonly command: string
  readonly log: CommandLog
  /** Settles when the command itself ends, or cannot be started at all. */
  readonly ended: Promise<CommandEnd>
  /** How it ended, once it has. */
  readonly end: CommandEnd | undefined
  /** Ends it with everything it started, and closes the log. */
  stop(): Promise<void>
}

/** Milliseconds between SIGTERM and SIGKILL. */
export const patience = 5_000

/** Starts a command with its output in a log. Rejects when the log cannot be written. */
export async function startCommand(toRun: CommandToRun): Promise<RunningCommand> {
  const { command, directory, environment } = toRun
  const log = await openCommandLog(toRun.logFolder, toRun.logName)
  const tree = startProcessTree(command, {
    directory,
    environment,
    streams: ['ignore', log.output, log.output],
  })
  let end: CommandEnd | undefined
  void tree.ended.then(how => (end = how))
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await tree.stop(patience)
    await log.close()
  }
  return {
    command,
    log,
    ended: tree.ended,
    get end() {
      return end
    },
    stop: () => (stopped ??= stop()),
  }
}
