import { createRequire } from 'node:module'
import treeSitter from '@vscode/tree-sitter-wasm'
import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { exportTests, type ExportedTests } from '../../export-tests.ts'
import { usualStyle } from '../../framework.ts'
import { csharpFrameworks } from '../frameworks.ts'

/** Tests of one suite in C#. */
export async function csharpOf(suite: JsonObject): Promise<ExportedTests> {
  const collection = suitesToCollection([{ name: 'suite.apitest.yaml', suite }], 'suites')
  const [framework] = csharpFrameworks
  if (framework === undefined) throw new Error('There is no framework of C#.')
  const readRows = (): readonly JsonObject[] => [{ id: 1, name: 'Ada' }]
  return exportTests(collection, framework, { style: { ...usualStyle, package: 'Shop.Tests' }, readRows })
}

/** The places in C# that a parser makes nothing of, each with its line. */
export async function brokenPlaces(code: string): Promise<readonly string[]> {
  const { Language, Parser } = treeSitter
  await Parser.init()
  const grammar = createRequire(import.meta.url).resolve(
    '@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm',
  )
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  const tree = parser.parse(code)
  const nodes = tree === null ? [] : [tree.rootNode]
  const broken: string[] = []
  for (const node of nodes) {
    if (node.isError || node.isMissing)
      broken.push(`${node.startPosition.row + 1}: ${node.text.split('\n', 1)[0] ?? ''}`)
    if (node.hasError) nodes.push(...node.children.filter(child => child !== null))
  }
  return broken
}
