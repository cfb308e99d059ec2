import { readdir, readFile } from 'node:fs/promises'

/** A page of the documentation. */
export interface Page {
  /** Relative to the project's folder, such as `docs/problems.md`. */
  readonly file: string
  readonly text: string
}

/** A fenced block: `yaml users.apitest.yaml` begins one of language `yaml` with the name `users.apitest.yaml`. */
export interface Fence {
  readonly language: string
  readonly name: string
  readonly text: string
  /** Of its first line, from 1. */
  readonly line: number
}

/** The pages in the folder of the project, and every page of docs/ and its folders. */
export async function readPages(): Promise<readonly Page[]> {
  const all = await readdir('docs', { recursive: true })
  const names = all
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.md'))
    .sort()
  const files = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'suites/README.md',
    ...names.map(name => `docs/${name}`),
  ]
  return Promise.all(files.map(async file => ({ file, text: await readFile(file, 'utf8') })))
}

/** Every fenced block of a text. */
export function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(/^```(\S+)?[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map(match => ({
    language: match[1] ?? '',
    name: match[2] ?? '',
    text: match[3] ?? '',
    line: text.slice(0, match.index).split('\n').length + 1,
  }))
}

/** The sections under headings of the second level, by heading. */
export function sectionsOf(text: string): ReadonlyMap<string, string> {
  const [, ...sections] = text.split(/^## /m)
  return new Map(
    sections.map(section => {
      const [heading = '', ...rest] = section.split('\n')
      return [heading.trim(), rest.join('\n')]
    }),
  )
}

/** The words written by hand: no code, no headings, nothing that is generated. */
export function proseOf(text: string): string {
  return text.replaceAll(/<!-- generated: .*? -->[\s\S]*?<!-- end -->|^ *```[\s\S]*?^ *```$|^#.*$/gm, '\n\n')
}

/** The sentences written by hand; each cell of a table and each item of a list is one. */
export function sentencesOf(text: string): readonly string[] {
  return proseOf(text)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n(?=\s*(?:[-|]|\d+\. ))|(?<!\\)\||[.:?!·](?:\s|$)/)
    .map(sentence => sentence.trim())
}

/** Sentences of more than thirty words. */
export function longSentencesOf(text: string): readonly string[] {
  return sentencesOf(text).filter(sentence => sentence.split(/\s+/).length > 30)
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
