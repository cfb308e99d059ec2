import { suggesting } from '../../util/did-you-mean.ts'

/** The members of the answer of a step that reads calls, and those of each of its calls. */
const members = ['count', 'calls', 'dropped', 'refused']
const callMembers = [
  ...['at', 'method', 'url', 'path', 'query', 'headers', 'body', 'base64', 'route', 'status'],
  ...['aborted', 'fault', 'problem', 'note', 'messages', 'unmatched', 'droppedMessages', 'closed'],
]

/** Why a JSONPath leads nowhere in what a step tells of calls: a condition on nothing would hold of every call, or of none. */
export function unknownMember(path: string): { readonly message: string; readonly hint: string } | undefined {
  const [top, behind] = memberAt(path, 1)
  if (top === undefined) return undefined
  if (!members.includes(top)) return unknown(top, members, 'what is told of calls')
  if (top !== 'calls' || path[behind] !== '[') return undefined
  const { end, calls } = selectorAt(path, behind)
  const asked = [...calls, end + 1].map(at => memberAt(path, at))
  for (const [name, after] of asked) {
    if (name !== undefined && !callMembers.includes(name)) return unknown(name, callMembers, 'a call')
    const [header] = name === 'headers' ? memberAt(path, after) : []
    if (header !== undefined && header !== header.toLowerCase())
      return {
        message: `a call has no header "${header}"`,
        hint: `Names of headers are in small letters there: ${header.toLowerCase()}.`,
      }
  }
  return undefined
}

function unknown(
  name: string,
  known: readonly string[],
  what: string,
): { readonly message: string; readonly hint: string } {
  return {
    message: `"${name}" is no member of ${what}`,
    hint: suggesting(name, known, `They are ${known.join(', ')}.`),
  }
}

/** The name of the member that a path asks for at an offset, and the offset behind it. */
function memberAt(path: string, at: number): readonly [name: string | undefined, behind: number] {
  member.lastIndex = at
  const [whole = '', name, , quoted] = member.exec(path) ?? []
  return [name ?? quoted, at + whole.length]
}

const member = /\.([A-Za-z_][\w-]*)|\[(['"])([^'"\\]*)\2\]/y

/** The offset of the bracket that closes the one at `start`, and those behind each `@` in it that stands for a call. */
function selectorAt(
  path: string,
  start: number,
): { readonly end: number; readonly calls: readonly number[] } {
  const calls: number[] = []
  let depth = 0
  for (const { 0: part, index } of path.matchAll(parts)) {
    if (index < start) continue
    if (part === '[') depth++
    if (part === '@' && depth === 1) calls.push(index + 1)
    if (part === ']' && --depth === 0) return { end: index, calls }
  }
  return { end: path.length, calls }
}

const parts = /[[\]@]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
