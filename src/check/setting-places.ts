import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import type { ParsedSuite } from '../parse/parse-suite.ts'
import { valueAt } from '../util/read-values.ts'
import type { YamlSource } from '../document/index.ts'
import { appliesTo } from './applying-settings.ts'
import { allSteps } from './rule.ts'

/** A setting with the place where it is said. */
export interface PlacedSetting {
  /** The file it stands in. */
  readonly source: YamlSource
  readonly path: DocumentPath
  readonly value: JsonValue
}

/** Every place that says a setting such as `tls`: the suite's settings, its steps, and the configuration's where it applies. */
export function settingPlaces(
  { source, suite }: Pick<ParsedSuite, 'source' | 'suite'>,
  configuration: YamlSource | undefined,
  key: string,
): readonly PlacedSetting[] {
  const own = [
    ...sharedSetting(source, key),
    ...allSteps({ suite }).flatMap(step => settingAt(source, [...step.path, key])),
  ]
  if (configuration === undefined || !appliesTo({ suite }, key)) return own
  return [...sharedSetting(configuration, key), ...own]
}

/** Finds a setting under `settings` of a suite or a configuration; none or one. */
export function sharedSetting(source: YamlSource, key: string): readonly PlacedSetting[] {
  return settingAt(source, ['settings', key])
}

function settingAt(source: YamlSource, path: DocumentPath): readonly PlacedSetting[] {
  const value = valueAt(source.value, path)
  return value === undefined ? [] : [{ source, path, value }]
}
