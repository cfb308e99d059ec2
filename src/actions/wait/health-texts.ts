import { faultText } from '../faults/index.ts'
import { formatDuration } from '../../util/quantity.ts'
import { describeEnd, installHint, isNotInstalled } from '../processes/command-end.ts'
import type { ServiceHealth } from './await-services.ts'
import type { CommandReport, HealthEnd } from './wait-for-health.ts'

/** One line per service: whether it is up, the time that took, and what it last answered. */
export function healthTable(services: readonly ServiceHealth[]): readonly string[] {
  const rows = services.map(({ url, up, duration, answer }) => ({
    url: `${up ? '✓' : '✗'} ${url}`,
    state: up ? `up after ${seconds(duration)}` : 'not up',
    answer,
  }))
  const widths = [longest(rows.map(({ url }) => url)), longest(rows.map(({ state }) => state))] as const
  return rows.map(
    ({ url, state, answer }) => `${url.padEnd(widths[0])}  ${state.padEnd(widths[1])}  ${answer}`,
  )
}

/** Why a wait did not end well, in one sentence; `timeout` in milliseconds. */
export function healthReason({ state, services, command, failure }: HealthEnd, timeout: number): string {
  switch (state) {
    case 'up':
      return 'everything is up'
    case 'timed-out':
      return services.length === 0
        ? `"${command?.line ?? ''}" has not ended after ${formatDuration(timeout)}, and was stopped`
        : `${countOfDown(services)} not up after ${formatDuration(timeout)}`
    case 'command-failed':
      return command?.end === undefined
        ? 'the command failed'
        : `"${command.line}" ${describeEnd(command.end)}`
    case 'interrupted':
      return 'the wait was interrupted'
    case 'not-free':
      return `"${command?.line ?? ''}" was not started: everything it should start is up already`
    case 'impossible':
      return failure === undefined ? 'the services cannot be asked' : faultText(failure).message
  }
}

/** The hint for a wait that did not end well. `log` is the command's log as outputs show it. */
export function healthHint(
  { state, services, command, failure }: HealthEnd,
  log: string,
): string | undefined {
  const { line = '', end } = command ?? {}
  if (state === 'command-failed' && end !== undefined && isNotInstalled(end)) return installHint(line)
  if (state === 'not-free') return 'Stop what runs there, or allow its use (reuse).'
  if (state === 'impossible') return failure === undefined ? undefined : faultText(failure).hint
  if (command?.log === undefined) return undefined
  const isEndless = state === 'timed-out' && services.length === 0
  const endless = 'Give it more time, or name the address of what it starts if it is to go on. '
  return `${isEndless ? endless : ''}Its whole output is in ${log}.`
}

/** The end of the command's output, where it was kept. */
export function outputLines(command: CommandReport | undefined): readonly string[] {
  const lines = command?.lastLines ?? []
  return lines.length === 0 ? [] : ['Its last output:', ...lines.map(line => `  ${line}`)]
}

function countOfDown(services: readonly ServiceHealth[]): string {
  const down = services.filter(({ up }) => !up).length
  return `${down} of ${services.length} ${services.length === 1 ? 'service' : 'services'} ${down === 1 ? 'is' : 'are'}`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(text => text.length))
}
