import type { Option, TypedHelp } from './command.ts'
import { type CommandEntry, commands, commandsBelow } from './commands/index.ts'
import type { FoundCommand } from './find-command.ts'
import { everywhere } from './tokens.ts'

/** The text above the options in the help of the whole program, and that below them. */
const usage = 'apitest [paths..]  runs the suites in files and folders\napitest <command>'
const examples = [
  ['suites/ --data users.csv', 'Every suite below suites/, once per row'],
  ['check suites/', 'For a pre-commit hook'],
  ['wait http://127.0.0.1:3000/health --command "npm start" -- npm test', 'Start, wait, test, stop'],
  ['suites/ -r pretty -r junit=report.xml', 'Two reports of one run'],
] as const
const epilogue = `Exit codes: 0 passed; 1 a test failed; 2 usage, or a file has problems (nothing was sent);
3 a step could not be carried out; 4 a threshold was missed; 130 interrupted.`

/** The commands under headings; any other stands under the last. */
const headings = [
  ['Suites:', ['run', 'init', 'check', 'fmt', 'load', 'wait', 'history', 'merge-reports']],
  ['Single calls:', ['send', 'poll', 'ws', 'sse', 'grpc', 'listen', 'publish']],
  ['Contracts and mocks:', ['contract', 'validate', 'pact', 'mock', 'playground']],
  [
    'Collections and other formats:',
    ['import', 'compile', 'generate', 'collections', 'environments', 'attach', 'attachments'],
  ],
  ['Editors, assistants, shells:', ['lsp', 'mcp', 'operation', 'completion']],
] as const

/** A command that stands at the end of its list. */
const last = 'pact generate'

const completion: CommandEntry = {
  name: 'completion',
  words: '',
  summary: 'Print a completion script for bash or zsh',
}

/** The help of a command, or of the whole program, in lines of at most `width` characters. */
export function helpOf({ entry, command, isNamed, typed }: FoundCommand, width: number): string {
  const about = command.typedHelp?.(typed)
  if (about !== undefined) return together([...typedSections(about, width), ...optionsAlone(command, width)])
  const usages = command.usage?.map(line => `apitest ${line}`).join('\n')
  const below = isNamed ? commandsBelow(entry.name) : []
  const shown = isNamed ? (command.examples ?? []) : examples
  const sections = [
    wrap(isNamed ? (usages ?? `apitest ${entry.name} ${entry.words}`.trim()) : usage, width),
    isNamed && usages === undefined ? wrap(entry.summary, width) : [],
    below.length === 0 ? [] : ['Commands:', ...commandLines(below, width)],
    ...(isNamed ? [] : allCommands(width)),
    ...optionSections(command, isNamed, width),
    shown.length === 0 ? [] : ['Examples:', ...exampleLines(shown, width)],
    isNamed ? [] : wrap(epilogue, width),
  ]
  return together(sections)
}

function together(sections: readonly (readonly string[])[]): string {
  return sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

function typedSections({ usage: line, summary, heading, entries }: TypedHelp, width: number) {
  return [wrap(line, width), wrap(summary, width), section(heading, entries, width)]
}

function optionsAlone(command: FoundCommand['command'], width: number): readonly (readonly string[])[] {
  return optionSections({ ...command, positionals: {} }, true, width)
}

/** All commands, under their headings. */
function allCommands(width: number): readonly (readonly string[])[] {
  const all = [...commands.filter(({ name }) => !name.includes(' ')), completion]
  const left = leftWidth(all.map(typedOf), width)
  const placed = new Set<string>(headings.flatMap(([, names]) => names))
  return headings.map(([heading, names], index) => {
    const own = names.flatMap(name => all.filter(other => other.name === name))
    const others = index === headings.length - 1 ? all.filter(({ name }) => !placed.has(name)) : []
    return [heading, ...commandLines([...own, ...others], width, left)]
  })
}

function typedOf({ name, words }: CommandEntry): string {
  return `apitest ${name} ${words}`.trim()
}

function commandLines(
  below: readonly CommandEntry[],
  width: number,
  left = leftWidth(below.map(typedOf), width),
): readonly string[] {
  const sorted = below.toSorted((one, other) => Number(one.name === last) - Number(other.name === last))
  return sorted.flatMap(entry =>
    entryLines(
      { text: typedOf(entry), summary: entry.summary, extra: entry.name === 'run' ? '[default]' : '' },
      left,
      width,
    ),
  )
}

/** Arguments and options under their headings. */
function optionSections(
  { positionals, options, groups = {} }: FoundCommand['command'],
  isNamed: boolean,
  width: number,
): readonly (readonly string[])[] {
  const table = { ...everywhere, ...options }
  const grouped = Object.entries(groups).map(
    ([heading, names]) => [heading, names.filter(name => name in options)] as const,
  )
  const placed = new Set(grouped.flatMap(([, names]) => names))
  const rest = Object.keys(table).filter(name => !placed.has(name))
  const hasLetters = Object.entries(table).some(([name, { alias }]) =>
    [name, alias ?? []].flat().some(other => other.length === 1),
  )
  const places = Object.entries(positionals).map(([name, argument]) => ({
    text: name,
    summary: argument.describe ?? '',
    extra: isNamed ? placeExtra(argument) : '',
  }))
  const sections = [...grouped, ['Options:', rest] as const].map(([heading, names]) =>
    section(
      heading,
      names.map(name => optionEntry(name, table[name] ?? {}, hasLetters)),
      width,
    ),
  )
  return [...sections.slice(0, -1), section('Positionals:', places, width), ...sections.slice(-1)]
}

function section(heading: string, entries: readonly Entry[], width: number): readonly string[] {
  const left = leftWidth(
    entries.map(({ text, indent = 0 }) => ' '.repeat(indent) + text),
    width,
  )
  return entries.length === 0 ? [] : [heading, ...entries.flatMap(entry => entryLines(entry, left, width))]
}

function placeExtra({ array: isList, demandOption }: Option): string {
  return [
    isList === true ? '[array]' : '[string]',
    ...(demandOption === true ? ['[required]'] : []),
    ...(isList === true ? ['[default: []]'] : []),
  ].join(' ')
}

function optionEntry(name: string, option: Option, hasLetters: boolean): Entry {
  const { alias = [], choices, default: usual, demandOption } = option
  const names = [name, alias].flat()
  const letters = names.filter(other => other.length === 1).map(letter => `-${letter}`)
  const long = names.filter(other => other.length > 1).map(other => `--${other}`)
  const type = option.number ? 'number' : option.array ? 'array' : option.boolean ? 'boolean' : 'string'
  const extra = [
    `[${type}]`,
    ...(demandOption === true ? ['[required]'] : []),
    ...(choices === undefined
      ? []
      : [`[choices: ${choices.map(choice => JSON.stringify(choice)).join(', ')}]`]),
    ...(usual === undefined ? [] : [`[default: ${JSON.stringify(usual)}]`]),
  ]
  return {
    text: [...letters, ...long].join(', '),
    indent: hasLetters && letters.length === 0 ? '-x, '.length : 0,
    summary: option.describe ?? '',
    extra: extra.join(' '),
  }
}

function exampleLines(
  shown: readonly (readonly [line: string, meaning: string])[],
  width: number,
): readonly string[] {
  const typed = shown.map(([line]) => `apitest ${line}`)
  const left = leftWidth(typed, width)
  return shown.flatMap(([, meaning], index) =>
    columns({ text: typed[index] ?? '', summary: meaning }, left, width),
  )
}

/** A line of a list: what is typed, what it is, and at the right what kind of thing it is. */
interface Entry {
  readonly text: string
  readonly indent?: number
  readonly summary: string
  readonly extra: string
}

/** The width of a left column, at most half of all. */
function leftWidth(texts: readonly string[], width: number): number {
  return Math.min(Math.max(0, ...texts.map(text => text.length)), Math.floor(width / 2))
}

function entryLines(entry: Entry, left: number, width: number): readonly string[] {
  const lines = columns(entry, left, width)
  if (entry.extra === '') return lines
  const [first = '', ...more] = wrap(entry.extra, width - 2).map(text => text.padStart(width))
  const end = lines.at(-1) ?? ''
  const fits = first.slice(0, end.length).trim() === ''
  return fits ? [...lines.slice(0, -1), end + first.slice(end.length), ...more] : [...lines, first, ...more]
}

/** Two columns; the left one stands two characters from the edge and from the right one. */
function columns(
  { text, indent = 0, summary }: Omit<Entry, 'extra'>,
  left: number,
  width: number,
): readonly string[] {
  const start = ' '.repeat(2 + indent)
  const typed = wrap(text, left - indent)
  const explained = wrap(summary, Math.max(1, width - left - 4))
  return Array.from({ length: Math.max(typed.length, explained.length) }, (_, index) =>
    `${start}${(typed[index] ?? '').padEnd(left - indent)}  ${explained[index] ?? ''}`.trimEnd(),
  )
}

/** Text in lines of at most so many characters; a word is cut only where it is longer than a line. */
function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`
    if (next.length <= width) current = next
    else if (word.length <= width) {
      lines.push(current)
      current = word
    } else {
      const room = width - current.length - 1
      // A long word begins on a new line where it then takes fewer of them.
      if (
        current !== '' &&
        Math.floor((word.length - 1) / width) < 1 + Math.floor((word.length - room - 1) / width)
      ) {
        lines.push(current)
        current = ''
      }
      let rest = current === '' ? word : `${current} ${word}`
      for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width))
      current = rest
    }
  }
  return [...lines, current].map(text => text.trimEnd())
}
