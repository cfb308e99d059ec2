import { constants } from 'node:os'
import type { CommandEnd, CommandExit } from './process-tree.ts'

/** Describes the end of a command, as the rest of a sentence. */
export function describeEnd(end: CommandEnd): string {
  if ('code' in end) return `exited with code ${end.code}`
  return 'signal' in end ? `was ended by ${end.signal}` : `could not be run: ${end.reason}`
}

/** The exit code as shells count: 128 and the signal's number when a signal ended it. */
export function exitCodeOf(end: CommandExit): number {
  if ('code' in end) return end.code
  const number = Object.entries(constants.signals).find(([name]) => name === end.signal)?.[1] ?? 0
  return 128 + number
}

/** True where the command's program is not there. Exit code 127 is the shell's word for that. */
export function isNotInstalled(end: CommandEnd): boolean {
  return 'code' in end ? end.code === 127 : 'errorCode' in end && end.errorCode === 'ENOENT'
}

/** The hint for a program that is not there. */
export function installHint(command: string): string {
  return `A command in "${command}" is not installed, or not on the PATH.`
}
