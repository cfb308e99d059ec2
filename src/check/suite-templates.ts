import type { JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { enabledTemplates } from './enabled-templates.ts'
import {
  type PlacedPlaceholder,
  type PlacedTemplate,
  placeholdersOf,
  templatesIn,
} from '../template/placeholders-in.ts'

/** The keys of a step that are never filled in, or not with what the step sees. */
const leftAsTheyAre = new Set<string | number | undefined>([
  'description',
  'data',
  'tags',
  'id',
  'provider-state',
])

/** The texts with braces of a suite's document, found in one walk for all rules. Paths begin at the root. */
export class SuiteTemplates {
  /** In the order of the document. */
  readonly all: readonly PlacedTemplate[]
  readonly #underKeys = new Map<string, PlacedPlaceholder[]>()
  readonly #inSteps = new Map<string, PlacedPlaceholder[]>()

  constructor(document: JsonValue) {
    const outside = templatesIn(document).filter(({ path }) => !isInScript(path))
    this.all = enabledTemplates(document, outside)
    for (const template of this.all) {
      const [key, index] = template.path
      const isInStep = (key === 'steps' || key === 'after') && typeof index === 'number'
      if (isInStep) add(this.#inSteps, stepName(template.path), template)
      else add(this.#underKeys, String(key), template)
    }
  }

  /** The placeholders under a key of the suite such as `variables`. */
  under(key: string): readonly PlacedPlaceholder[] {
    return this.#underKeys.get(key) ?? []
  }

  /** The placeholders of a step, all of them. */
  of(step: Step): readonly PlacedPlaceholder[] {
    return this.#inSteps.get(stepName(step.path)) ?? []
  }

  /** The placeholders of a step that are filled in with what the step sees. */
  filledIn(step: Step): readonly PlacedPlaceholder[] {
    return this.of(step).filter(({ path }) => !leftAsTheyAre.has(path[2]))
  }
}

/** Whether a place of a suite or a configuration is in a script: braces there are those of JavaScript. */
export function isInScript([first, second, third]: DocumentPath): boolean {
  if (first === 'settings') return second === 'scripts'
  return (first === 'steps' || first === 'after') && (third === 'scripts' || third === 'script')
}

function add(to: Map<string, PlacedPlaceholder[]>, name: string, template: PlacedTemplate): void {
  const known = to.get(name)
  if (known === undefined) to.set(name, placeholdersOf(template))
  else known.push(...placeholdersOf(template))
}

function stepName([phase, index]: DocumentPath): string {
  return `${String(phase)}/${String(index)}`
}
