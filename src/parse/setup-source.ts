import type { YamlSource } from '../document/index.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping } from '../util/read-values.ts'
import { callbackSource } from './mocks/callback-suites.ts'

/** Whether a configuration has a setup. */
export function hasSetup(source: YamlSource | undefined): source is YamlSource {
  return source !== undefined && mapping(source.value)['setup'] !== undefined
}

/**
 * The setup of a configuration, or the entry with this index alone, as the document of a suite: each entry is a step that uses a
 * suite once. Places are those of the configuration.
 */
export function setupSource(source: YamlSource, index?: number): YamlSource {
  const own = callbackSource(source, ['setup'])
  const all = list(mapping(source.value)['setup']).map(entry =>
    isObject(entry) ? { ...entry, once: true } : entry,
  )
  const value = { suite: 'Setup', steps: index === undefined ? all : all.slice(index, index + 1) }
  if (index === undefined) return { ...own, value }
  const placed = (path: readonly (string | number)[]) =>
    path[0] === 'steps' && typeof path[1] === 'number' ? ['steps', index, ...path.slice(2)] : path
  return {
    ...own,
    value,
    spanOf: path => own.spanOf(placed(path)),
    keySpanOf: path => own.keySpanOf(placed(path)),
  }
}
