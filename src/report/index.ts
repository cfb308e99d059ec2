import type { Reporter } from './reporter.ts'

/** Every reporter under its name; its code is loaded when it is first asked for. */
const reporters = {
  pretty: async () => (await import('./pretty/pretty.ts')).pretty,
  dot: async () => (await import('./dot.ts')).dot,
  tap: async () => (await import('./tap/tap.ts')).tap,
  junit: async () => (await import('./junit/junit.ts')).junit,
  json: async () => (await import('./json.ts')).json,
  ndjson: async () => (await import('./ndjson.ts')).ndjson,
  html: async () => (await import('./html/html.ts')).html,
  har: async () => (await import('./har/har.ts')).har,
  github: async () => (await import('./github.ts')).github,
  markdown: async () => (await import('./markdown/markdown.ts')).markdown,
} as const satisfies Readonly<Record<string, () => Promise<Reporter>>>

/** A name that `--reporter` takes. */
export type ReporterName = keyof typeof reporters

/** The names `--reporter` takes. */
export const reporterNames = Object.keys(reporters).filter(isReporterName)

/** Whether there is a reporter of that name. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name)
}

/** The reporter of that name. */
export async function loadReporter(name: ReporterName): Promise<Reporter> {
  return reporters[name]()
}
