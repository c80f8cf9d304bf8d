import { storeToRefs } from 'pinia'
import { watch } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { command } from '../../../bridge'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { useSaving } from '../../../stores/use-saving'
import { useKeptListStore } from './kept-list-store'
import { maxRows } from './list-content'
import type { ListRow } from './list-rows'
import { useListStore } from './list-store'

/** Main takes no longer text of a row; such a row is no number. */
const maxRowLength = 200

const joined = ({ action, numbers: first }: KeptList, { numbers }: KeptList): KeptList => {
  const known = new Set(first)
  return { action, numbers: [...first, ...numbers.filter((number) => !known.has(number))].slice(0, maxRows) }
}
/** Joined with others, the numbers of a list would lose its action. */
const onePerAction = (lists: readonly KeptList[]): KeptList[] => {
  const found = new Map<KeptList['action'], KeptList>()
  for (const list of lists) {
    const same = found.get(list.action)
    found.set(list.action, same === undefined ? list : joined(same, list))
  }
  return [...found.values()]
}

/**
 * Keeps what is not sent yet in main, so that it outlives a crash, a reload and the app. Lists of earlier windows are
 * offered, never opened by themselves.
 */
export const useKeptList = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const store = useKeptListStore()
  const { earlier, offered, isRead, saved } = storeToRefs(store)

  const numbersOf = (rows: readonly ListRow[]): readonly string[] =>
    rows.map(({ text }) => text.slice(0, maxRowLength))
  const unsent = (): KeptList | null =>
    list.unsent.length === 0 ? null : { action: desk.change, numbers: numbersOf(list.unsent) }

  const scheduleSaving = useSaving(async () => {
    // Main may refuse the job: until then, its rows are kept.
    if (!isRead.value || list.isStarting) return true
    const rows = list.unsent
    const here = list.unsentParts.map((part) => ({ action: part.action, numbers: numbersOf(part.rows) }))
    // Until a person decides, the offered lists stay on disk as well.
    const [first = null, ...others] = onePerAction([...earlier.value, ...here])
    const { ok } = await store.write({ list: first, others })
    if (ok) saved.value = rows
    return ok
  })
  watch([() => list.unsentParts, () => list.isStarting], () => {
    if (isRead.value) scheduleSaving()
  })

  /** With its action, where it has one: for another one, the same lock is another change; without one, it would be lost. */
  const isListed = ({ action, numbers }: KeptList): boolean => {
    if (action !== null && action !== desk.change) return false
    const listed = new Set([...list.rows, ...list.unsent].map(({ text }) => text))
    return numbers.every((number) => listed.has(number))
  }
  const read = async (): Promise<void> => {
    const kept = await command('drafts/read-list')
    isRead.value = true
    // Locks of another page may be listed already.
    if (kept.ok && kept.value.list !== null)
      earlier.value = [kept.value.list, ...kept.value.others].filter((one) => !isListed(one))
    if (list.unsent.length > 0) scheduleSaving()
  }
  // A job may have taken the rows after this page was left.
  if (isRead.value) scheduleSaving()
  else void read()
  // The same numbers were listed again: there is nothing left to open.
  watch([() => list.rows, () => desk.change], () => {
    if (earlier.value.some(isListed)) earlier.value = earlier.value.filter((one) => !isListed(one))
  })

  const open = (): void => {
    const kept = offered.value
    if (kept === null) return
    const here = unsent()
    const differ = here !== null && here.action !== kept.action
    // Lists for different actions change places: joined, one of them would be sent with the other's action.
    const changePlaces =
      differ && kept.action !== null && here.action !== null && !list.isSent && !list.isStarting
    earlier.value = onePerAction([...earlier.value.slice(1), ...(changePlaces ? [here] : [])])
    if (changePlaces) list.clear()
    // Where the action of some of the rows is not known, the person chooses it.
    if (here === null || changePlaces) desk.choose(kept.action ?? 'look-up')
    else if (differ) desk.choose('look-up')
    desk.beginList()
    void list.add(kept.numbers)
  }
  const discard = (): void => {
    earlier.value = earlier.value.slice(1)
    scheduleSaving()
  }
  return { offered, open, discard }
}
