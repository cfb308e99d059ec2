import type { FolderContents } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { openAuth } from './auth.ts'
import { documentIn } from './former-document.ts'
import { brunoScript } from './from-postman-script.ts'
import type { FormerPart } from './kept-part.ts'
import { pairList, variableList } from './write-values.ts'

/** A folder, or the collection itself without its items. */
export function groupDocument(
  contents: FolderContents,
  before: FormerPart | undefined,
  kind: 'folder' | 'collection',
  lose: Say,
  position?: number,
): JsonObject {
  const document = before === undefined ? {} : documentIn(before)
  const isSame = (...keys: readonly string[]): boolean => before?.isSame(...keys) === true
  const isYaml = before !== undefined && /\.ya?ml$/.test(before.file)
  if (isSame() && isYaml) return document
  const { name, description, variables = {}, secrets = {}, settings = {} } = contents
  const request = mapping(document['request'])
  const written = defined({
    ...request,
    headers: isSame('headers') ? request['headers'] : some(pairList(settings['headers'], request['headers'])),
    auth: isSame('auth') ? request['auth'] : groupAuth(settings['auth'], lose),
    variables: isSame('variables')
      ? request['variables']
      : some(variableList({ ...variables, ...secrets }, request['variables'])),
    scripts: isSame('scripts') ? request['scripts'] : some(groupScripts(settings['scripts'], lose)),
  })
  const info = mapping(document['info'])
  const { config, ...others } = document
  if (before === undefined) tellGroup(contents, lose)
  return defined({
    opencollection: kind === 'collection' ? (document['opencollection'] ?? '1.0.0') : undefined,
    info: defined({
      ...info,
      name: isSame('name') && info['name'] !== undefined ? info['name'] : name,
      type: kind === 'folder' ? kind : undefined,
      // A folder without one stands behind those that have one.
      seq: kind === 'folder' && before === undefined ? position : info['seq'],
    }),
    config: isYaml ? config : undefined,
    ...Object.fromEntries(
      Object.entries(others).filter(([key]) => !['opencollection', 'info', 'request', 'docs'].includes(key)),
    ),
    request: Object.keys(written).length === 0 ? undefined : written,
    docs: isSame('description')
      ? document['docs']
      : description === undefined
        ? undefined
        : { content: description, type: 'text/markdown' },
    bundled: kind === 'collection' ? (document['bundled'] ?? (isYaml ? undefined : false)) : undefined,
  })
}

function some(items: readonly JsonObject[]): readonly JsonObject[] | undefined {
  return items.length === 0 ? undefined : items
}

function groupAuth(auth: JsonValue | undefined, lose: Say): JsonValue | undefined {
  if (auth === undefined || auth === 'none' || auth === null) return undefined
  const written = openAuth(auth)
  if (written === undefined) lose(`auth ${Object.keys(mapping(auth)).join()}`, 'Bruno has no word for it')
  return written
}

function groupScripts(scripts: JsonValue | undefined, lose: Say): readonly JsonObject[] {
  const { before, after } = mapping(scripts)
  return (
    [
      ['before-request', before],
      ['after-response', after],
    ] as const
  ).flatMap(([type, given]) =>
    (typeof given === 'string' ? [given] : list(given)).flatMap(source => {
      const script = brunoScript(valueText(source))
      if (script !== undefined && script.unknown.length === 0) return [{ type, code: script.source }]
      lose(`script ${script?.unknown.join(', ') ?? ''}`.trim(), 'Bruno has no such word')
      return []
    }),
  )
}

/** Keys of a group that are written here or in its requests. */
const written = new Set(
  'name description variables secrets settings items environments kept imported kind after tags environment baseUrl project mocks load inputs'.split(
    ' ',
  ),
)

function tellGroup(contents: FolderContents, lose: Say): void {
  for (const key of Object.keys(contents))
    if (!written.has(key)) lose(key, 'a collection of Bruno has no word for it')
  const known = new Set([
    'headers',
    'auth',
    'scripts',
    'timeout',
    'follow-redirects',
    'stop-on-failure',
    'unset-variables',
  ])
  for (const key of Object.keys(contents.settings ?? {}))
    if (!known.has(key)) lose(`settings ${key}`, 'Bruno has no word for it')
}
