import path from 'node:path'
import { collectionName } from '../../compile/collection-name.ts'
import { foreignFormat } from '../../parse/foreign/foreign-format.ts'

/** A file by itself as the files of a collection: a whole collection, or one request and nothing around it. */
export function filesOfOne(text: string, source: string): ReadonlyMap<string, string> {
  const name = path.basename(source)
  const info = { name: collectionName(source, /\.(?:ya?ml|bru)$/i, undefined) }
  if (foreignFormat(text, source) === 'bruno')
    return new Map([
      ['bruno.json', name === 'bruno.json' ? text : JSON.stringify(info)],
      ...(name === 'bruno.json' ? [] : [[name, text] as const]),
    ])
  if (/^opencollection\s*:/m.test(text)) return new Map([['opencollection.yml', text]])
  return new Map([
    ['opencollection.yml', JSON.stringify({ info })],
    [name === '-' ? 'request.yml' : name, text],
  ])
}
