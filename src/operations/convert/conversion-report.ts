import type { ConversionReport } from '../../model/conversion.ts'
import { list, object, optional, text, typed, whole } from '../schema.ts'

const counted = list(
  object({
    reason: text('Why: "images"'),
    count: whole('How many'),
    items: optional(list(text('A name'), 'Their names, where they are few')),
  }),
  'So many items for one reason',
)

const losses = list(
  object({
    where: text('The way to it by names: Shop / Users / List users'),
    what: text('What it is: auth hawk'),
    why: text('Why: suites have no such authentication'),
  }),
  'What was not carried over, or not as it was',
)

/** The account of a conversion. */
export const conversionReport = typed<ConversionReport>(
  object(
    {
      requests: whole('Requests, operations or entries in the source'),
      created: whole('Requests that were made of them'),
      merged: { ...counted, description: 'Those that became one with another' },
      skipped: { ...counted, description: 'Those that were left out' },
      losses,
      notes: { ...losses, description: 'What was carried over in another shape' },
    },
    'What became of everything in the source',
  ),
)
