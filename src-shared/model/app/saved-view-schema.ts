import { z } from 'zod'
import { columnWidths, maxViewNameLength, maxViews, viewPages } from './saved-view'
import { plainName } from '../visible-text'

/** The file is written as a whole, so a view stays small. */
const maxStateLength = 8_000

const key = z.string().min(1).max(60)

export const viewState = z
  .strictObject({
    text: z.string().max(200),
    filter: z.record(key, z.array(z.string().max(200))),
    sort: z.strictObject({ key, direction: z.enum(['ascending', 'descending']) }).nullable(),
    hidden: z.array(key),
    shown: z.exactOptional(z.array(key)),
    widths: z.record(key, z.int().min(columnWidths.min).max(columnWidths.max)),
  })
  .refine((state) => JSON.stringify(state).length <= maxStateLength, 'the view is too long')

export const viewPage = z.enum(viewPages)

/** One line without hidden characters. */
export const viewName = z
  .string()
  .min(1)
  .max(maxViewNameLength, { abort: true })
  .refine((name) => plainName(name) === name)

const pageViews = z.strictObject({
  views: z.array(z.strictObject({ name: viewName, state: viewState })).max(maxViews),
  defaultName: viewName.nullable(),
  last: viewState.nullable(),
})

export const allViews = z.partialRecord(viewPage, pageViews)
