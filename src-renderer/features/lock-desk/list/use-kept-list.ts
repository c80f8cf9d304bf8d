import { storeToRefs } from 'pinia'
import { onScopeDispose, watch } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { command } from '../../../bridge'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { saveBeforeLeaving } from '../../../stores/save-before-leaving'
import { throttle } from '../../../ui/throttle'
import { useKeptListStore } from './kept-list-store'
import { maxRows } from './list-content'
import { useListStore } from './list-store'

/** A long list is written at most so often. */
const saveEveryMs = 1_000
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
  const { offered, isRead, saved } = storeToRefs(useKeptListStore())

  const unsent = (): KeptList | null =>
    list.unsent.length === 0
      ? null
      : { action: desk.change, numbers: list.unsent.map(({ text }) => text.slice(0, maxRowLength)) }

  const save = async (): Promise<void> => {
    // Main may refuse the job: until then, its rows are kept.
    if (list.isStarting) return
    const rows = list.unsent
    const kept = unsent()
    // Until a person decides, the offered list stays on disk as well.
    const both = offered.value === null || kept === null ? kept : joined(offered.value, kept)
    const outcome = await command('drafts/save-list', { list: both ?? offered.value })
    if (outcome.ok) saved.value = rows
  }
  const saving = throttle(save, saveEveryMs)
  watch([() => list.unsent, () => desk.change, () => list.isStarting], () => {
    if (isRead.value) saving.schedule()
  })
  onScopeDispose(saving.stop)
  saveBeforeLeaving(() => {
    if (isRead.value) void save()
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
    if (list.unsent.length > 0) saving.schedule()
  }
  // A job may have taken the rows after this page was left.
  if (isRead.value) saving.schedule()
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
    saving.schedule()
  }
  return { offered, open, discard }
}
