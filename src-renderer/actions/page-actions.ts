import { pageNames, navigationPages } from './pages'
import type { Page } from './pages'
import type { Key } from './keys'

const keys = new Map<Page, Key>([
  ...navigationPages.slice(0, 9).map((name, place) => [name, { key: String(place + 1), mod: true }] as const),
  ['settings', { key: ',', mod: true }],
])

/** Palette entries for all pages; the first nine pages of the table have a number key. */
export const pageActions: readonly { readonly page: Page; readonly key: Key | null }[] = pageNames.map(
  (page) => ({
    page,
    key: keys.get(page) ?? null,
  }),
)
