import type { Script } from '../model/script.ts'
import type { Span } from '../model/span.ts'
import type { Pass } from './pass.ts'

/** The text of the line that a span starts on: of the suite, or of a script in the settings of the configuration. */
export function sourceLine({ planned }: Pass, { file, start }: Span): string {
  const { loaded, settings } = planned
  if (file === loaded.suite.file) return loaded.lineText(start.line)
  const { before = [], after = [] } = settings.scripts ?? {}
  const lines = [...before, ...after].filter(({ span }) => span.file === file)
  return lines.map(script => lineOf(script, start.line)).find(line => line !== undefined) ?? ''
}

function lineOf({ source, start }: Script, line: number): string | undefined {
  const text = start === undefined ? undefined : source.split('\n')[line - start.line]
  return text === undefined ? undefined : ' '.repeat((start?.column ?? 1) - 1) + text
}
