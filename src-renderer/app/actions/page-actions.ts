import { pageNames, railPages } from '../pages'
import type { Page } from '../pages'
import type { Key } from './keys'

const keys = new Map<Page, Key>([
  ...railPages.slice(0, 9).map((name, place) => [name, { key: String(place + 1), mod: true }] as const),
  ['settings', { key: ',', mod: true }],
])

/** Going to a page, which every page of the table is worth an entry and the first nine a key. */
export const pageActions: readonly { readonly page: Page; readonly key: Key | null }[] = pageNames.map(
  (page) => ({
    page,
    key: keys.get(page) ?? null,
  }),
)
