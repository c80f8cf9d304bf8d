import { onScopeDispose, provide, readonly, ref } from 'vue'
import type { Ref } from 'vue'
import { useRouter } from 'vue-router'
import { isPage } from '../../actions/pages'
import type { Page } from '../../actions/pages'
import { useAction } from '../../actions/use-action'
import { useTexts } from '../../i18n/use-texts'
import { announce } from '../../ui/feedback/announcer'
import { placesKey } from '../../ui/place/use-place'
import type { Places } from '../../ui/place/use-place'
import { closeMenus, openDialog } from '../actions/use-window-keys'
import { positionOf, restorePosition } from './page-position'
import type { PagePosition } from './page-position'

export interface WindowHistory {
  /** The page that Back opens; null at the first place. */
  readonly back: Readonly<Ref<Page | null>>
  readonly forward: Readonly<Ref<Page | null>>
  readonly go: (by: 1 | -1) => void
}

interface Place {
  readonly parts: ReadonlyMap<string, unknown>
  readonly position: PagePosition
}

/** What the router keeps with each entry of the history. */
const entry = (): { readonly position: number; readonly back: unknown; readonly forward: unknown } => {
  const state = window.history.state as Record<string, unknown> | null
  const position = state?.['position']
  return {
    position: typeof position === 'number' ? position : 0,
    back: state?.['back'],
    forward: state?.['forward'],
  }
}

/** Chromium keeps this many entries. */
const maxEntries = 50

/** The buttons of a mouse, as in `MouseEvent.button`. */
const mouseButtons = new Map<number, 1 | -1>([
  [3, -1],
  [4, 1],
])

/** Back and Forward of the window: each place comes back as it was left. */
export const useHistory = (page: () => HTMLElement | null): WindowHistory => {
  const router = useRouter()
  const { t } = useTexts()
  const parts = new Map<string, Parameters<Places['add']>[1]>()
  const left = new Map<number, Place>()
  // What was there before this start belongs to another run, perhaps of another platform.
  const first = entry().position
  let current = first
  let newest = first
  let isReturning = false
  let arriving = new Map<string, unknown>()
  let stopRestoring = (): void => undefined

  provide(placesKey, {
    kept: (name) => {
      const kept = arriving.get(name)
      arriving.delete(name)
      return kept
    },
    add: (name, part) => {
      parts.set(name, part)
      return () => {
        if (parts.get(name) === part) parts.delete(name)
      }
    },
  })

  const pageOf = (path: unknown): Page | null => {
    if (typeof path !== 'string') return null
    const { meta, name } = router.resolve(path)
    const found = meta['page'] ?? name
    return typeof found === 'string' && isPage(found) ? found : 'desk'
  }
  const back = ref<Page | null>(null)
  const forward = ref<Page | null>(null)

  const stopKeeping = router.beforeResolve(() => {
    stopRestoring()
    left.set(current, {
      parts: new Map([...parts].map(([name, { take }]) => [name, take()])),
      position: positionOf(page()),
    })
    // Only Back and Forward change the entry before the page is there.
    const { position } = entry()
    isReturning = position !== current
    arriving = new Map(isReturning ? left.get(position)?.parts : [])
  })
  const stopFollowing = router.afterEach((to, from, failure) => {
    const { position, back: before, forward: after } = entry()
    if (failure === undefined) {
      current = position
      newest = isReturning ? Math.max(newest, position) : position
      const oldest = Math.max(first, newest - maxEntries + 1)
      left.delete(oldest - 1)
      back.value = position > oldest ? pageOf(before) : null
      forward.value = pageOf(after)
      const place = isReturning ? left.get(position) : undefined
      if (place !== undefined) {
        if (to.name === from.name) for (const [name, kept] of place.parts) parts.get(name)?.show(kept)
        stopRestoring = restorePosition(page, place.position)
      }
    }
    isReturning = false
  })

  const go = (by: 1 | -1): void => {
    if ((by === -1 ? back : forward).value !== null) router.go(by)
    else {
      const action = t(by === -1 ? 'actions.title.go-back' : 'actions.title.go-forward')
      announce(t('actions.notNow', { action }), 'assertive')
    }
  }
  useAction('go-back', () => go(-1))
  useAction('go-forward', () => go(1))

  // Chromium would follow the history also while a dialog is open.
  const onMouse = (event: MouseEvent): void => {
    const by = mouseButtons.get(event.button)
    if (by === undefined) return
    event.preventDefault()
    if (event.type !== 'mouseup' || openDialog() !== null) return
    closeMenus()
    go(by)
  }
  for (const type of ['mousedown', 'mouseup'] as const) window.addEventListener(type, onMouse)
  onScopeDispose(() => {
    stopKeeping()
    stopFollowing()
    stopRestoring()
    for (const type of ['mousedown', 'mouseup'] as const) window.removeEventListener(type, onMouse)
  })

  return { back: readonly(back), forward: readonly(forward), go }
}
