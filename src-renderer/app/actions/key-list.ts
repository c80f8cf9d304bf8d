import type { Texts } from '../../i18n/use-texts'
import { tableKeys } from '../../ui/table/table-keys'
import type { Page } from '../pages'
import { actionIds, actions } from './action-table'
import type { ActionId } from './action-table'
import type { Offer } from './actions-store'
import type { Key } from './keys'
import { pageActions } from './page-actions'

export interface KeyRow {
  readonly keys: readonly Key[]
  readonly text: string
}

export interface KeySection {
  readonly name: 'page' | 'lists' | 'everywhere'
  readonly title: string
  readonly rows: readonly KeyRow[]
}

const inTables = (t: Texts['t']): readonly KeyRow[] => {
  const rows = new Map<string, Key[]>()
  for (const { key, act, does } of tableKeys) {
    const mod = 'mod' in act ? { mod: true as const } : {}
    const cap = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
    rows.set(t(does), [...(rows.get(t(does)) ?? []), { key: cap, ...mod }])
  }
  const extend = { keys: [{ key: 'ArrowDown', shift: true as const }], text: t('actions.keys.list.extend') }
  return [...[...rows].map(([text, keys]) => ({ keys, text })), extend]
}

/** The keys that work now, by where they work. */
export const keyList = (deps: {
  readonly page: Page
  readonly t: Texts['t']
  readonly of: (id: ActionId) => Offer | null
}): readonly KeySection[] => {
  const { page, t, of } = deps
  const rowsOf = (isMine: (where: (typeof actions)[ActionId]['where']) => boolean): readonly KeyRow[] =>
    actionIds.flatMap((id) => {
      const { keys = [], where } = actions[id]
      const offer = of(id)
      if (keys.length === 0 || offer === null || !isMine(where)) return []
      const better = offer.title?.() ?? ''
      return [{ keys, text: better === '' ? t(`actions.title.${id}`) : better }]
    })
  const toPages = pageActions.flatMap(({ page: to, key }) =>
    key === null ? [] : [{ keys: [key], text: t('actions.keys.goTo', { page: t(`frame.${to}`) }) }],
  )
  const sections: readonly KeySection[] = [
    {
      name: 'page',
      title: t('actions.keys.page', { page: t(`frame.${page}`) }),
      rows: rowsOf((where) => where === page || where === 'page'),
    },
    { name: 'lists', title: t('actions.keys.lists'), rows: inTables(t) },
    {
      name: 'everywhere',
      title: t('actions.keys.everywhere'),
      rows: [...rowsOf((where) => where === 'everywhere'), ...toPages],
    },
  ]
  return sections.filter(({ rows }) => rows.length > 0)
}
