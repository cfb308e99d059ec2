import { whyWithoutValue } from '../../compile/environment-names.ts'
import { fileNameOf } from '../../compile/file-names.ts'
import { requestCount } from '../../compile/suites-to-run.ts'
import { namesUsed } from '../../compile/variable-flow.ts'
import { writtenVariables } from '../../compile/written-variables.ts'
import type { Collection, FolderContents, SavedRequest } from '../../model/collection.ts'
import type { Exported, Loss } from '../../model/conversion.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { settingsWithin } from '../../compile/request-of-step.ts'
import { oneLine } from '../../report/text/printable.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { valueText } from '../../util/value-text.ts'
import { shellText, ShellVariables } from './write/shell-variables.ts'
import { stepLines } from './write/step-lines.ts'

/**
 * Writes a collection as a script for bash: a curl command with its name above it for each request, in the order of the
 * collection. Variables are those of the shell, with defaults; what is extracted is read by jq. Validations are losses.
 */
export function exportCurl(collection: Collection): Exported {
  const { values, changing } = writtenVariables(collection)
  const variables = new ShellVariables(values, changing)
  const script: Script = { variables, values, losses: [], created: 0, keepsCookies: false }
  const body = folderLines(collection, [], script)
  const used = usedNames(collection, values)
  const text = [
    '#!/usr/bin/env bash',
    `# ${oneLine(collection.name)}`,
    'set -euo pipefail',
    ...lead('', variables.declarations(Object.keys(values).filter(name => used.has(name)))),
    ...(script.keepsCookies ? cookieLines : []),
    ...(variables.encodes ? encodingLines : []),
    ...(variables.escapes ? escapingLines : []),
    ...body,
    '',
  ].join('\n')
  const where = collection.name
  return {
    files: [{ name: `${fileNameOf(collection.name)}.sh`, text }],
    report: {
      requests: requestCount(collection.items),
      created: script.created,
      merged: [],
      skipped: [],
      losses: [
        ...script.losses,
        ...[...variables.fixed].map(name => ({
          where,
          what: `{{${name}}}`,
          why: 'the script has one fixed value for it',
        })),
      ],
      notes: [...variables.unset].map(name => ({
        where,
        what: `{{${name}}}`,
        why: `${whyWithoutValue(name)}; give it in the environment as ${variables.nameOf(name)}`,
      })),
    },
  }
}

/** State of the script that is being written. */
interface Script {
  readonly variables: ShellVariables
  /** Values that hold for the whole script. */
  readonly values: JsonObject
  readonly losses: Loss[]
  created: number
  keepsCookies: boolean
}

/** Cookies that answers set are sent back, as in a run. */
const cookieLines = [
  '',
  'cookies=$(mktemp)',
  `trap 'rm -f "$cookies"' EXIT`,
  'curl() { command curl --silent --show-error --cookie "$cookies" --cookie-jar "$cookies" "$@"; }',
]

/** Encodes a value that cannot stand in a URL as it is. */
const encodingLines = ['', `encoded() { jq -rn --arg text "$1" '$text | @uri'; }`]

/** Escapes a value that cannot stand within a text of JSON as it is. */
const escapingLines = ['', `in_json() { jq -rn --arg text "$1" '$text | tojson | .[1:-1]'; }`]

function folderLines(
  contents: FolderContents,
  above: readonly FolderContents[],
  script: Script,
): readonly string[] {
  const chain = [...above, contents]
  const names = chain.map(({ name }) => name)
  if (contents.data !== undefined)
    script.losses.push({ where: names.join(' / '), what: 'data', why: 'a script sends each request once' })
  const heading = above.length === 0 ? [] : ['', `## ${oneLine(names.slice(1).join(' / '))}`]
  const own = above.length === 0 ? [] : differing({ ...contents.variables, ...contents.secrets }, script)
  const items = contents.items.flatMap(item =>
    item.kind === 'folder' ? folderLines(item, chain, script) : requestLines(item, chain, script),
  )
  const after = (contents.after ?? []).flatMap(request => requestLines(request, chain, script))
  return [...heading, ...own, ...items, ...after]
}

function requestLines(
  { step }: SavedRequest,
  chain: readonly FolderContents[],
  script: Script,
): readonly string[] {
  const settings = settingsWithin(chain)
  const skip = step['skip'] ?? chain.findLast(one => one.skip !== undefined)?.skip
  const written = stepLines(skip === undefined ? step : { ...step, skip }, settings, script.variables)
  const where = [...chain.map(({ name }) => name), written.name].join(' / ')
  script.losses.push(...written.losses.map(loss => ({ where, ...loss })))
  if (written.lines.length === 0) return []
  script.created++
  if ((step['cookies'] ?? settings['cookies']) !== false) script.keepsCookies = true
  return ['', `# ${oneLine(written.name)}`, ...written.lines]
}

/** Variables of a folder that are not those of the whole script. */
function differing(own: JsonObject, { values, variables }: Script): readonly string[] {
  return Object.entries(own)
    .filter(([name, value]) => !jsonEqual(values[name] ?? null, value))
    .map(([name, value]) => `${variables.nameOf(name)}=${shellText(valueText(value), variables)}`)
}

function lead(line: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [line, ...lines]
}

/** Names that requests use, by themselves or by way of other variables. */
function usedNames(collection: Collection, values: JsonObject): ReadonlySet<string> {
  const used = new Set<string>()
  const queue: JsonValue[] = [stepsOf(collection)]
  for (let value = queue.pop(); value !== undefined; value = queue.pop())
    for (const name of namesUsed(value)) {
      if (used.has(name)) continue
      used.add(name)
      if (Object.hasOwn(values, name)) queue.push(values[name] ?? null)
    }
  return used
}

function stepsOf(contents: FolderContents): JsonValue {
  const inside = contents.items.map(item => (item.kind === 'folder' ? stepsOf(item) : item.step))
  return [contents.settings ?? null, ...inside, ...(contents.after ?? []).map(({ step }) => step)]
}
