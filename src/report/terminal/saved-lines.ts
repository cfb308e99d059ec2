import { plainRequest } from '../../actions/index.ts'
import { countedText } from '../../compile/counted-text.ts'
import { itemName } from '../../compile/item-name.ts'
import { suiteText } from '../../parse/suite-text.ts'
import type { Collection, CollectionItem, FolderContents, SavedEnvironment } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ConversionReport, Loss } from '../../model/conversion.ts'
import { actionOf } from '../../parse/build-step.ts'
import { plainText } from '../../template/plain-text.ts'
import { plural } from '../../util/quantity.ts'
import { oneLine } from '../text/printable.ts'
import type { Palette } from './palette.ts'
import { writeJson } from '../../util/exact-number.ts'

/** A collection or a folder as a tree of names, a request as the step it is. */
export function savedLines(saved: Collection | CollectionItem, colors: Palette): readonly string[] {
  if ('step' in saved)
    return suiteText({ steps: [saved.step] })
      .trimEnd()
      .split('\n')
      .slice(1)
  return [
    colors.bold(oneLine(saved.name)),
    ...(saved.description === undefined ? [] : [colors.dim(oneLine(saved.description))]),
    ...contentLines(saved, '  ', colors),
  ]
}

function contentLines({ items }: FolderContents, indentation: string, colors: Palette): readonly string[] {
  return items.flatMap(item => {
    const name = oneLine(itemName(item))
    if (item.kind === 'request') return [`${indentation}${name}${requestPart(item.step, name, colors)}`]
    return [`${indentation}${colors.bold(`${name}/`)}`, ...contentLines(item, `${indentation}  `, colors)]
  })
}

/** Shows the action of a request, where its name does not say so. */
function requestPart(step: JsonObject, name: string, colors: Palette): string {
  const action = actionOf(step)
  const value = action === undefined ? undefined : step[action]
  if (action === undefined || typeof value !== 'string') return ''
  const words = action === plainRequest ? value : `${action} ${value}`
  const shown = plainText(words)
  return shown === name ? '' : `  ${colors.dim(oneLine(shown))}`
}

/** The variables of an environment, and before them that it is production; secrets are masked. */
export function environmentLines(
  environment: Pick<SavedEnvironment, 'variables' | 'secrets' | 'disabled' | 'production'>,
): readonly string[] {
  const { variables, secrets, disabled = {}, production = false } = environment
  return [
    ...(production ? ['marked as production'] : []),
    ...Object.entries(variables).map(([name, value]) => `${oneLine(name)} = ${oneLine(textOf(value))}`),
    ...Object.keys(secrets).map(name => `${oneLine(name)} = ***`),
    ...Object.keys(disabled).map(name => `${oneLine(name)} (switched off)`),
  ]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}

/** Tells the skipped, merged and lost parts of a conversion, and the ones that came out in another shape. */
export function conversionLines(
  { merged, skipped, losses, notes }: ConversionReport,
  colors: Palette,
): readonly string[] {
  return [
    ...merged.map(({ reason, count }) => `${colors.dim('merged ')} ${plural(count, 'request')}: ${reason}`),
    ...skipped.map(one => `${colors.dim('skipped')} ${countedText(one)}`),
    ...losses.map(loss => `${colors.yellow('lost   ')} ${lossText(loss)}`),
    ...notes.map(note => `${colors.dim('note   ')} ${lossText(note)}`),
  ]
}

function lossText({ where, what, why }: Loss): string {
  return oneLine([where, what, why].filter(part => part !== '').join(': '))
}
