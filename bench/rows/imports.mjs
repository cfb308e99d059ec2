import path from 'node:path'
import { apitest, peer, script } from '../commands.mjs'
import { writeDescription } from '../files/openapi.mjs'
import { writeScriptedCollection } from '../files/scripted-collection.mjs'

/** Documents that become collections. */
export const importRows = [
  { name: 'import-openapi', pairs: 3, ...againstConverter() },
  { ...againstConverter(), name: 'import-openapi-memory', pairs: 1, unit: 'KiB', goal: 0.15 },
  {
    name: 'import-postman',
    work: 'import of a 4 MB Postman collection, every script translated',
    against: 'JSON.parse and acorn on its scripts',
    budget: 3,
    goal: 2,
    pairs: 7,
    sides: ({ folder }) => {
      const file = writeScriptedCollection(folder)
      return {
        ours: apitest('import', 'postman', file, '--replace', '--json'),
        theirs: script('parse-collection.mjs', file),
      }
    },
  },
]

function againstConverter() {
  return {
    work: 'import of a 3 MB OpenAPI document',
    against: 'openapi-to-postmanv2',
    budget: 1 / 3,
    goal: 1 / 10,
    sides: ({ folder }) => {
      const file = writeDescription(folder)
      const output = path.join(folder, 'converted.json')
      return {
        ours: apitest('import', 'openapi', file, '--replace', '--json'),
        theirs: peer('openapi-to-postmanv2', '-s', file, '-o', output, '-O', 'folderStrategy=Tags'),
      }
    },
  }
}
