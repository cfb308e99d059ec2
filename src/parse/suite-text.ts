import { Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { JsonObject } from '../model/json.ts'
import { styleStep } from './style-step.ts'
import { suiteLayout, withKeysInOrder } from './suite-layout.ts'
import { withExactNumbers } from '../document/index.ts'

/**
 * The text of a suite in the one form, laid out as people write one: short values on one line, an empty line between steps
 * that take more than one. Ends with a line feed.
 */
export function suiteText(suite: JsonObject): string {
  const document = new Document({}, { aliasDuplicateObjects: false, customTags: withExactNumbers })
  const contents = document.contents as unknown as YAMLMap
  for (const [key, value] of Object.entries(withKeysInOrder(suite, []))) {
    const isSteps = key === 'steps' || key === 'after'
    const node = isSteps ? document.createNode([]) : styleStep(document, { [key]: value })
    if (isSteps && isSeq(node))
      for (const step of value as readonly JsonObject[]) node.add(styleStep(document, step))
    else if (isMap(node)) {
      for (const pair of node.items) contents.items.push(pair)
      continue
    }
    contents.set(key, node)
  }
  spaceSteps(contents)
  return document.toString({ lineWidth: 0 })
}

/** Steps stand apart where one of them has more than a line. */
function spaceSteps(contents: YAMLMap): void {
  for (const key of ['steps', 'after']) {
    const steps = contents.get(key)
    if (!isSeq(steps)) continue
    const apart = steps.items.some(step => isMap(step) && step.items.length > 1)
    if (apart) for (const step of steps.items.slice(1)) (step as YAMLMap).spaceBefore = true
  }
  for (const { key } of contents.items)
    if (isScalar(key) && suiteLayout.standsApart([String(key.value)])) key.spaceBefore = true
}
