import type { YamlSource } from '../document/index.ts'
import type { InEnvironments } from '../model/in-environments.ts'
import type { DocumentPath } from '../model/span.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, texts, valueAt } from '../util/read-values.ts'

/** The steps at a path of a document as a document of their own, whose places are those of the whole. */
export function stepsSource(source: YamlSource, at: DocumentPath): YamlSource {
  const placeOf = (path: DocumentPath): DocumentPath =>
    path[0] === 'steps' ? [...at, ...path.slice(1)] : path
  return {
    file: source.file,
    value: { steps: valueAt(source.value, at) ?? [] },
    problems: [],
    spanOf: path => source.spanOf(placeOf(path)),
    keySpanOf: path => source.keySpanOf(placeOf(path)),
    lineText: (line, file) => source.lineText(line, file),
  }
}

/** True where a configuration has a setup. */
export function hasSetup(source: YamlSource | undefined): source is YamlSource {
  return source !== undefined && mapping(source.value)['setup'] !== undefined
}

/** The environments of each entry of a setup. */
export function setupEnvironments(source: YamlSource): readonly InEnvironments[] {
  return list(mapping(source.value)['setup']).map(entry => {
    const { environments } = mapping(entry)
    return environments === undefined ? {} : { environments: texts(environments) }
  })
}

/**
 * The setup of a configuration, or the entry with this index alone, as the document of a suite: each entry is a step that uses a
 * suite once. Places are those of the configuration.
 */
export function setupSource(source: YamlSource, index?: number): YamlSource {
  const own = stepsSource(source, ['setup'])
  const all = list(mapping(source.value)['setup']).map(entry => {
    if (!isObject(entry)) return entry
    const { environments: _, ...step } = entry
    return { ...step, once: true }
  })
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
