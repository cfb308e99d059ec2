import type { FolderReporter, Reporter } from './reporter.ts'

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

/** The reporters that write a folder, and the one they write unless another is named. */
const folderReporters = {
  allure: { load: async () => (await import('./allure/allure.ts')).allure, folder: 'allure-results' },
} as const satisfies Readonly<
  Record<string, { readonly load: () => Promise<FolderReporter>; readonly folder: string }>
>

/** The name of a reporter whose text is one. */
export type TextReporterName = keyof typeof reporters

/** The name of a reporter that writes a folder. */
export type FolderReporterName = keyof typeof folderReporters

/** A name that `--reporter` takes. */
export type ReporterName = TextReporterName | FolderReporterName

/** The names of reporters whose text is one. */
export const textReporterNames = Object.keys(reporters) as readonly TextReporterName[]

/** The names `--reporter` takes. */
export const reporterNames: readonly ReporterName[] = [
  ...textReporterNames,
  ...(Object.keys(folderReporters) as readonly FolderReporterName[]),
]

/** True where there is a reporter of that name. */
export function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name) || isFolderReporter(name)
}

/** True where it writes a folder. */
export function isFolderReporter(name: string): name is FolderReporterName {
  return Object.hasOwn(folderReporters, name)
}

/** The reporter of that name. */
export async function loadReporter(name: TextReporterName): Promise<Reporter> {
  return reporters[name]()
}

/** The reporter of that name. */
export async function loadFolderReporter(name: FolderReporterName): Promise<FolderReporter> {
  return folderReporters[name].load()
}

/** The folder that a reporter writes unless another is named; undefined for a text. */
export function usualFolder(name: ReporterName): string | undefined {
  return isFolderReporter(name) ? folderReporters[name].folder : undefined
}
