import { storeToRefs } from 'pinia'
import { watch } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { command } from '../../../bridge'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { useSaving } from '../../../stores/use-saving'
import { useKeptListStore } from './kept-list-store'
import { maxRows } from './list-content'
import { useListStore } from './list-store'

/** Main takes no longer text of a row; such a row is no number. */
const maxRowLength = 200

/** Both lists as one. Where their actions differ, the person chooses. */
const joined = (earlier: KeptList, { action, numbers }: KeptList): KeptList => {
  const known = new Set(earlier.numbers)
  return {
    action: action === earlier.action ? action : null,
    numbers: [...earlier.numbers, ...numbers.filter((number) => !known.has(number))].slice(0, maxRows),
  }
}

/**
 * Keeps the list that is not sent yet in main, so that it outlives a crash, a reload and the app. A list of an earlier
 * window is offered, never opened by itself.
 */
export const useKeptList = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const store = useKeptListStore()
  const { offered, isRead, saved } = storeToRefs(store)

  const unsent = (): KeptList | null =>
    list.unsent.length === 0
      ? null
      : { action: desk.change, numbers: list.unsent.map(({ text }) => text.slice(0, maxRowLength)) }

  const scheduleSaving = useSaving(async () => {
    // Main may refuse the job: until then, its rows are kept.
    if (!isRead.value || list.isStarting) return true
    const rows = list.unsent
    const kept = unsent()
    // Until a person decides, the offered list stays on disk as well.
    const both = offered.value === null || kept === null ? kept : joined(offered.value, kept)
    const { ok } = await store.write({ list: both ?? offered.value })
    if (ok) saved.value = rows
    return ok
  })
  watch([() => list.unsent, () => desk.change, () => list.isStarting], () => {
    if (isRead.value) scheduleSaving()
  })

  /** With the same action, as far as both are known: for another one, the same lock is another change. */
  const isListed = ({ action, numbers }: KeptList): boolean => {
    if (action !== null && desk.change !== null && action !== desk.change) return false
    const listed = new Set([...list.rows, ...list.unsent].map(({ text }) => text))
    return numbers.every((number) => listed.has(number))
  }
  const read = async (): Promise<void> => {
    const kept = await command('drafts/read-list')
    isRead.value = true
    // Locks of another page may be listed already.
    if (kept.ok && kept.value.list !== null && !isListed(kept.value.list)) offered.value = kept.value.list
    if (list.unsent.length > 0) scheduleSaving()
  }
  // A job may have taken the rows after this page was left.
  if (isRead.value) scheduleSaving()
  else void read()
  // The same numbers were listed again: there is nothing left to open.
  watch(
    () => list.rows,
    () => {
      if (offered.value !== null && isListed(offered.value)) offered.value = null
    },
  )

  const open = (): void => {
    const kept = offered.value
    if (kept === null) return
    const here = unsent()
    const differ = here !== null && here.action !== kept.action
    // Lists for different actions change places: joined, one of them would be sent with the other's action.
    const changePlaces =
      differ && kept.action !== null && here.action !== null && !list.isSent && !list.isStarting
    offered.value = changePlaces ? here : null
    if (changePlaces) list.clear()
    // Where the action of some of the rows is not known, the person chooses it.
    if (here === null || changePlaces) desk.choose(kept.action ?? 'look-up')
    else if (differ) desk.choose('look-up')
    desk.beginList()
    void list.add(kept.numbers)
  }
  const discard = (): void => {
    offered.value = null
    scheduleSaving()
  }
  return { offered, open, discard }
}
