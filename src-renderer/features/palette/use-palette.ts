import { computed, onScopeDispose, ref, watch } from 'vue'
import { useRoute } from 'vue-router'
import { lockCommandIn } from './lock-command'
import type { PaletteEntry, PaletteSection } from './palette-entry'
import { usePaletteStore } from './palette-store'
import { ranked } from './rank'
import { useLockEntries } from './use-lock-entries'
import { mayBeNumber } from './use-lock-search'
import { useLockTargets } from './use-lock-targets'
import { usePeopleEntries } from './use-people-entries'
import { useStaticEntries } from './use-static-entries'

/** Locks and views shown before anything is typed. */
const maxPluggedShown = 4
const maxViewsShown = 5

/** The palette's entries for the query, in sections that keep their order while results arrive. */
export const usePalette = () => {
  const store = usePaletteStore()
  const route = useRoute()

  const text = ref(store.asked)
  const query = computed(() => text.value.trim())
  const lockCommand = computed(() => lockCommandIn(query.value))
  // For the scanner, which is loaded before the texts of both languages are; a scan can end before the next render.
  watch(
    () => lockCommand.value.action !== null,
    (isCommand) => void (store.hasLockCommand = isCommand),
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => void (store.hasLockCommand = false))
  const locks = useLockTargets(
    () => query.value,
    () => lockCommand.value.number,
  )
  const { lockEntry, lockEntries } = useLockEntries(() => lockCommand.value, locks)
  const people = usePeopleEntries(
    () => query.value,
    () => (lockCommand.value.action === null ? query.value : ''),
  )
  const fixed = useStaticEntries()
  const ofTargetLock = (): readonly PaletteEntry[] =>
    locks.targetLock.value === null ? [] : fixed.ofLock(locks.targetLock.value)

  const places = computed(() => [...fixed.pageEntries.value, ...fixed.settingEntries.value])

  const whenEmpty = computed<readonly PaletteSection[]>(() => {
    const all = [...places.value, ...fixed.viewEntries.value, ...fixed.actionEntries.value]
    // With current texts; unavailable entries are left out.
    const recent = store.recent.flatMap(({ id: recentId, again }) =>
      again === undefined ? all.filter(({ id }) => id === recentId) : [{ ...again(), id: recentId }],
    )
    const taken = new Set(recent.map(({ id }) => id))
    const rest = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
      entries.filter(({ id }) => !taken.has(id) && id !== `page:${route.name}`)
    const own = fixed.actionEntries.value.filter(({ id }) => fixed.isOfPage(id))
    const others = fixed.actionEntries.value.filter(({ id }) => !fixed.isOfPage(id))
    return [
      { name: 'recent', entries: recent },
      { name: 'lock', entries: rest(locks.pluggedLocks.value.slice(0, maxPluggedShown).map(lockEntry)) },
      { name: 'page-actions', entries: rest([...ofTargetLock(), ...own]) },
      { name: 'page', entries: rest(fixed.pageEntries.value) },
      { name: 'view', entries: rest(fixed.viewEntries.value).slice(0, maxViewsShown) },
      { name: 'action', entries: rest(others) },
    ]
  })

  const whenTyped = computed<readonly PaletteSection[]>(() => {
    const { action: typedAction } = lockCommand.value
    if (typedAction !== null) {
      const doing = locks.foundLocks.value.flatMap((lock) =>
        fixed.ofLock(lock).filter(({ id }) => id === `action:${typedAction}:${lock.number}`),
      )
      return [
        { name: 'action', entries: doing },
        { name: 'lock', entries: lockEntries.value },
      ]
    }
    const lock = { name: 'lock', entries: lockEntries.value } as const
    const employee = { name: 'employee', entries: people.employeeEntries.value } as const
    const page = { name: 'page', entries: ranked(query.value, places.value) } as const
    const enterprise = { name: 'enterprise', entries: people.enterpriseEntries.value } as const
    const view = { name: 'view', entries: ranked(query.value, fixed.viewEntries.value) } as const
    const done = ranked(query.value, fixed.actionEntries.value)
    const action = { name: 'action', entries: [...ofTargetLock(), ...done] } as const
    if (mayBeNumber(query.value)) return [lock, view, action, page, enterprise, employee]
    // From the field of the lock desk, people and customers are meant: an early Enter waits for them.
    return query.value === store.asked
      ? [enterprise, employee, lock]
      : [page, view, action, enterprise, employee, lock]
  })

  const sections = computed(() =>
    (query.value === '' ? whenEmpty.value : whenTyped.value).filter(({ entries }) => entries.length > 0),
  )

  return {
    text,
    query,
    sections,
    entries: computed(() => sections.value.flatMap(({ entries }) => entries)),
    isSearching: computed(() => locks.isSearching.value || people.isSearching.value),
    employeesFailed: people.hasFailed,
    moreLocks: locks.moreLocks,
  }
}
