import { apitest, peer, script } from '../commands.mjs'
import { writeDescription } from '../files/openapi.mjs'

/** Descriptions of APIs that are compared, and that answers are held against. */
export const contractRows = [
  {
    name: 'contract-diff',
    pairs: 5,
    work: 'changes between two OpenAPI documents of 300 paths',
    against: 'oasdiff',
    budget: 1.5,
    goal: 1,
    unit: 'CPU ms',
    sides: ({ folder }) => {
      const { before, after } = writeVersions(folder, 150)
      return {
        ours: comparison(before, after),
        theirs: peer('oasdiff', 'changelog', before, after, '--format', 'json'),
      }
    },
  },
  {
    name: 'contract-schemas',
    work: 'compile every answer schema of a 3 MB OpenAPI document',
    against: 'plain Ajv',
    budget: 1.5,
    goal: 1.1,
    pairs: 3,
    sides: ({ folder }) => {
      const file = writeDescription(folder)
      return {
        ours: script('compile-answers.mjs', 'ours', file),
        theirs: script('compile-answers.mjs', 'ajv', file),
      }
    },
  },
]

/** Two versions of a description with so many resources; gives their paths. */
export function writeVersions(folder, resources) {
  const before = writeDescription(folder, { resources, name: 'before' })
  const after = writeDescription(folder, { resources, name: 'after', edit: changeSome })
  return { before, after }
}

/** The changes between two descriptions, whatever they are. */
export function comparison(before, after) {
  return apitest('contract', 'diff', before, after, '--fail-on', 'never', '--reporter', 'json')
}

/** Of every tenth resource a few places. */
function changeSome({ paths, components }) {
  for (let number = 10; `Resource${number}` in components.schemas; number += 10) {
    const { properties } = components.schemas[`Resource${number}`]
    properties.name = { ...properties.name, maxLength: 100 }
    properties.state = { ...properties.state, enum: ['draft', 'active', 'ended'] }
    paths[`/resources${number}`].get.parameters[0].required = true
    delete paths[`/resources${number}/{id}`].delete
  }
}
