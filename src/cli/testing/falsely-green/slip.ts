/**
 * A slip by which a careless author believes that something was tested. In its texts, `«wrong⇒right»` stands for what was
 * written, and for the smallest change that makes it right: read with the left sides they must not be green, and read with
 * the right sides they must be. `URL` is the server, `HOST` its host and port.
 */
export interface Slip {
  readonly title: string
  /** A text alone is `a.apitest.yaml`; bytes are the same on both sides, or a pair of wrong and right ones. */
  readonly files: string | SlipFiles
  /** The words behind `apitest`, split at blanks that are in no quotes; `a.apitest.yaml` (default). */
  readonly line?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly exitCode: 1 | 2 | 3 | 4
  /** That it is refused is known only when it has run. */
  readonly sends?: true
  /** The cause, somewhere in what is printed. */
  readonly says: RegExp
  /** `file:line` that must be named: that of the first mark (default), null where no file is to blame. */
  readonly at?: string | null
}

/** Files by name. */
export type SlipFiles = Readonly<Record<string, string | readonly [wrong: Buffer, right: Buffer]>>

/** One side of a slip: files to write, and the words of its command line. */
export interface Side {
  readonly files: Readonly<Record<string, string | Buffer>>
  readonly words: readonly string[]
}

const marks = /«([^⇒»]*)⇒([^»]*)»/g

/** Fills in the files and the line for the wrong or the right side. */
export function sideOf(
  slip: Slip,
  side: 'wrong' | 'right',
  addresses: Readonly<Record<string, string>>,
): Side {
  const read = (text: string): string =>
    filled(text.replace(marks, side === 'wrong' ? '$1' : '$2'), addresses)
  const files = Object.entries(filesOf(slip)).map(([name, text]) => [
    read(name),
    typeof text === 'string' ? read(text) : text[side === 'wrong' ? 0 : 1],
  ])
  return {
    files: Object.fromEntries(files) as Side['files'],
    words: wordsOf(read(slip.line ?? 'a.apitest.yaml')),
  }
}

/** The `file:line` of the first mark, unless the slip says another one. */
export function placeOf(slip: Slip): string | undefined {
  if (slip.at !== undefined) return slip.at ?? undefined
  for (const [name, text] of Object.entries(filesOf(slip))) {
    const before =
      typeof text === 'string' && text.includes('«') ? text.slice(0, text.indexOf('«')) : undefined
    if (before !== undefined) return `${name}:${before.split('\n').length}`
  }
  return undefined
}

function filesOf({ files }: Slip): SlipFiles {
  return typeof files === 'string' ? { 'a.apitest.yaml': files } : files
}

function filled(text: string, addresses: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\b(?:URL|HOST|GRPC)\b/g, name => addresses[name] ?? name)
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** A suite whose only step gets the user, with these keys from line 4 on. */
export const user = (keys: string): string => `suite: A\nsteps:\n  - request: GET URL/user\n    ${keys}\n`

/** A suite whose only step gets `path`, with this validation in line 5. */
export const judged = (validation: string, path = 'user'): string =>
  `suite: A\nsteps:\n  - request: GET URL/${path}\n    validations:\n      - ${validation}\n`
