import type { Content } from '../../../api-description/api-description.ts'
import type { Match } from '../pairs/match-by.ts'
import { isWiderType } from '../pairs/is-wider-type.ts'
import type { OperationRule } from './rule.ts'

const part = 'request body'

/** The body of requests as a whole. */
export const requestBodyRules: readonly OperationRule[] = [
  {
    id: 'request-body-added-required',
    level: 'breaking',
    description: 'There is a body now, and it is required',
    find: ({ before, after }) =>
      before.operation.body === undefined && after.operation.body?.required === true
        ? [{ part, reason: 'a body is required where there was none', after: after.locations.body }]
        : [],
  },
  {
    id: 'request-body-added-optional',
    level: 'safe',
    description: 'There is a body now, which may be left out',
    find: ({ before, after }) =>
      before.operation.body === undefined && after.operation.body?.required === false
        ? [{ part, reason: 'a body may be sent where there was none', after: after.locations.body }]
        : [],
  },
  {
    id: 'request-body-removed',
    level: 'breaking',
    description: 'There is no body any more',
    find: ({ before, after }) =>
      before.operation.body !== undefined && after.operation.body === undefined
        ? [{ part, reason: 'there is no body any more', before: before.locations.body }]
        : [],
  },
  {
    id: 'request-body-became-required',
    level: 'breaking',
    description: 'The body is required that could be left out',
    find: ({ before, after }) =>
      before.operation.body?.required === false && after.operation.body?.required === true
        ? [{ part, reason: 'it is required now', before: before.locations.body, after: after.locations.body }]
        : [],
  },
  {
    id: 'request-body-became-optional',
    level: 'safe',
    description: 'The body may be left out that was required',
    find: ({ before, after }) =>
      before.operation.body?.required === true && after.operation.body?.required === false
        ? [
            {
              part,
              reason: 'it may be left out now',
              before: before.locations.body,
              after: after.locations.body,
            },
          ]
        : [],
  },
  {
    id: 'request-body-media-type-removed',
    level: 'breaking',
    description: 'A media type is no longer taken',
    find: ({ contents, before, after }) =>
      after.operation.body === undefined
        ? []
        : [...contents.removed, ...narrowed(contents)].map(({ type }) => ({
            part,
            reason: `${type} is no longer taken`,
            before: before.locations.content(type),
            after: after.locations.body,
          })),
  },
  {
    id: 'request-body-media-type-added',
    level: 'safe',
    description: 'Another media type is taken',
    find: ({ contents, before, after }) =>
      before.operation.body === undefined
        ? []
        : contents.added.map(({ type }) => ({
            part,
            reason: `${type} is taken, too`,
            before: before.locations.body,
            after: after.locations.content(type),
          })),
  },
  {
    id: 'request-body-media-type-schema-added',
    level: 'breaking',
    description: 'A media type has a schema where anything was right',
    find: ({ contents, before, after }) =>
      contents.both
        .filter(content => content.before.schema === undefined && content.after.schema !== undefined)
        .map(content => ({
          part,
          reason: `${content.after.type} has a schema now`,
          before: before.locations.content(content.before.type),
          after: after.locations.content(content.after.type),
        })),
  },
  {
    id: 'request-body-media-type-schema-removed',
    level: 'safe',
    description: 'A media type has no schema any more',
    find: ({ contents, before, after }) =>
      contents.both
        .filter(content => content.before.schema !== undefined && content.after.schema === undefined)
        .map(content => ({
          part,
          reason: `${content.after.type} has no schema any more`,
          before: before.locations.content(content.before.type),
          after: after.locations.content(content.after.type),
        })),
  },
]

/** Media types of which only a special one is still taken. */
function narrowed({ both }: Match<Content>): readonly Content[] {
  return both.filter(({ before, after }) => isWiderType(before.type, after.type)).map(({ before }) => before)
}
