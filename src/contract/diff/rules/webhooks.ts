import { mapping } from '../../../util/read-values.ts'
import type { DescriptionPair } from '../pairs/description-pair.ts'
import type { DescriptionRule, Finding, SourceLocation } from './rule.ts'

/** Calls that the API makes on its own. */
export const webhookRules: readonly DescriptionRule[] = [
  {
    id: 'webhook-removed',
    level: 'breaking',
    description: 'A webhook is gone',
    find: ({ before, after }) =>
      missing(before, after).map(name => ({
        reason: `the webhook ${name} is gone`,
        before: locationOf(before),
      })),
  },
  {
    id: 'webhook-added',
    level: 'safe',
    description: 'There is another webhook',
    find: ({ before, after }) =>
      missing(after, before).map(name => ({
        reason: `the webhook ${name} is new`,
        after: locationOf(after),
      })),
  },
]

type Side = DescriptionPair['before']

function missing({ webhooks }: Side, others: Side): readonly string[] {
  return webhooks.filter(name => !others.webhooks.includes(name))
}

function locationOf({ root }: Side): SourceLocation & Finding['before'] {
  const key = Object.hasOwn(mapping(root.root), 'webhooks') ? 'webhooks' : 'x-webhooks'
  return { value: root.root, document: root, keys: [key] }
}
