import type { Host } from '../operations/operation.ts'
import { endWhileWaiting, type Interrupts } from './interrupts.ts'

/**
 * For commands that mostly compute and have nothing to clean up: whoever listens is told of Ctrl-C only between two pieces of
 * work, which may be long, so that the system is left to end them at once.
 */
const leftToTheSystem: Pick<Host, 'interrupt' | 'insist'> = {
  interrupt: new AbortController().signal,
  insist: new AbortController().signal,
}

/** Whoever types a command, as the one who asks for an operation. The signals are read when the operation asks for them. */
export function hostOf(
  signals: Interrupts | Pick<Host, 'interrupt' | 'insist'> = leftToTheSystem,
  more: Pick<Host, 'emit' | 'progress' | 'words' | 'settingNames' | 'printsAnswerAlone'> = {},
): Host {
  if (signals === leftToTheSystem) endWhileWaiting()
  return {
    ...more,
    workingFolder: process.cwd(),
    processEnvironment: process.env,
    program: ownProgram(),
    get interrupt() {
      return signals.interrupt
    },
    get insist() {
      return signals.insist
    },
  }
}

/** How this program is started, for what is to be started of it again. */
export function ownProgram(): readonly string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? '']
}
