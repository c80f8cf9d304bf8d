import type { Texts } from '../../i18n/use-texts'
import { tableKeys } from '../../ui/table/table-keys'
import type { Page } from '../../actions/pages'
import { actionIds, actions } from '../../actions/action-table'
import type { ActionId, ActionSpec } from '../../actions/action-table'
import type { ActionHandler } from '../../actions/actions-store'
import type { Key } from '../../actions/keys'
import { pageActions } from '../../actions/page-actions'

interface ShortcutRow {
  readonly keys: readonly Key[]
  readonly text: string
}

export interface ShortcutSection {
  readonly name: 'page' | 'lists' | 'everywhere'
  readonly title: string
  readonly rows: readonly ShortcutRow[]
}

const tableShortcuts = (t: Texts['t']): readonly ShortcutRow[] => {
  const rows = new Map<string, Key[]>()
  for (const { key, act, does } of tableKeys) {
    const mod = 'mod' in act ? { mod: true as const } : {}
    const cap = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
    rows.set(t(does), [...(rows.get(t(does)) ?? []), { key: cap, ...mod }])
  }
  const extend = { keys: [{ key: 'ArrowDown', shift: true as const }], text: t('actions.keys.list.extend') }
  return [...[...rows].map(([text, keys]) => ({ keys, text })), extend]
}

/** The shortcuts available now, grouped by where they work. */
export const shortcutSections = (deps: {
  readonly page: Page
  readonly t: Texts['t']
  readonly of: (id: ActionId) => ActionHandler | null
  readonly isHidden: (page: Page) => boolean
}): readonly ShortcutSection[] => {
  const { page, t, of, isHidden } = deps
  const rowsOf = (isListed: (actionPage: ActionSpec['page']) => boolean): readonly ShortcutRow[] =>
    actionIds.flatMap((id) => {
      const { keys = [], page: actionPage } = actions[id]
      const handler = of(id)
      if (keys.length === 0 || handler === null || !isListed(actionPage)) return []
      const better = handler.title?.() ?? ''
      return [{ keys, text: better === '' ? t(`actions.title.${id}`) : better }]
    })
  const toPages = pageActions(isHidden).flatMap(({ page: to, key }) =>
    key === null ? [] : [{ keys: [key], text: t('actions.keys.goTo', { page: t(`frame.${to}`) }) }],
  )
  const sections: readonly ShortcutSection[] = [
    {
      name: 'page',
      title: t('actions.keys.page', { page: t(`frame.${page}`) }),
      rows: rowsOf((actionPage) => actionPage === page || actionPage === 'current'),
    },
    { name: 'lists', title: t('actions.keys.lists'), rows: tableShortcuts(t) },
    {
      name: 'everywhere',
      title: t('actions.keys.everywhere'),
      rows: [...rowsOf((actionPage) => actionPage === 'any'), ...toPages],
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
