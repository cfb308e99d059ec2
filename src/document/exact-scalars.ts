import { type Document, visit } from 'yaml'
import { numberOfYaml } from '../util/exact-number.ts'

/**
 * Makes the numbers of a document keep their digits, where the parser has read doubles. A number that is a key is the text that
 * is written.
 */
export function keepDigits(document: Document): void {
  visit(document, {
    Scalar(role, node) {
      if (typeof node.value !== 'number' || node.source === undefined) return
      if (role === 'key') node.value = node.source
      else if (String(node.value) !== node.source) node.value = numberOfYaml(node.source) ?? node.value
    },
  })
}
