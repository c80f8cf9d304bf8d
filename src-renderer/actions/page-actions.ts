import { pageNames, navigationPages } from './pages'
import type { Page } from './pages'
import type { Key } from './keys'

/**
 * Palette entries for the pages that are not hidden; Ctrl or ⌘ with a digit opens the page at that place of the
 * navigation.
 */
export const pageActions = (
  isHidden: (page: Page) => boolean,
): readonly { readonly page: Page; readonly key: Key | null }[] => {
  const shown = navigationPages.filter((page) => !isHidden(page)).slice(0, 9)
  const keyOf = (page: Page): Key | null => {
    if (page === 'settings') return { key: ',', mod: true }
    const place = shown.indexOf(page)
    return place === -1 ? null : { key: String(place + 1), mod: true }
  }
  return pageNames.filter((page) => !isHidden(page)).map((page) => ({ page, key: keyOf(page) }))
}
