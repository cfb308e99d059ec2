import type { Exemption, ExemptionKind, Exemptions } from '../model/exemption.ts'
import type { DocumentPath } from '../model/span.ts'
import type { YamlSource } from '../document/index.ts'
import { list, mapping } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'

/** The `contract` of a step or of settings; undefined where nothing is said. */
export function buildExemptions(
  value: unknown,
  source: YamlSource,
  path: DocumentPath,
): Exemptions | undefined {
  if (value === undefined) return undefined
  const at = (kind: ExemptionKind, text: string, place: DocumentPath): Exemption => {
    const span = source.spanOf(place)
    return {
      kind,
      value: text,
      isOfStep: path[0] !== 'settings',
      span,
      sourceLine: source.lineText(span.start.line),
    }
  }
  if (value === 'off') return { isAlone: true, kinds: ['off'], list: [at('off', '', path)] }
  if (value === 'on') return { isAlone: true, kinds: [], list: [] }
  const written = mapping(value)
  const listed = (['allow-statuses', 'ignore'] as const).flatMap(kind =>
    list(written[kind]).map((one, index) => at(kind, valueText(one), [...path, kind, index])),
  )
  const undocumented =
    written['allow-undocumented'] === true
      ? [at('allow-undocumented', '', [...path, 'allow-undocumented'])]
      : []
  return {
    isAlone: false,
    kinds: Object.keys(written) as ExemptionKind[],
    list: [...listed, ...undocumented],
  }
}
