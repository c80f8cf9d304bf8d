import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { command } from '../../../bridge'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { throttle } from '../../../ui/throttle'
import { useListStore } from './list-store'

/** A long list is written at most so often. */
const saveEveryMs = 1_000
/** Main takes no longer text of a row; such a row is no number. */
const maxRowLength = 200

/**
 * Keeps the list that is not sent yet in main, so that it outlives a crash, a reload and the app. A list of an earlier
 * window is offered, never opened by itself.
 */
export const useKeptList = () => {
  const desk = useDeskStore()
  const list = useListStore()
  const offered = shallowRef<KeptList | null>(null)
  const isRead = ref(false)

  const unsent = (): KeptList | null =>
    list.unsent.length === 0 || list.isStarting
      ? null
      : { action: desk.change, numbers: list.unsent.map(({ text }) => text.slice(0, maxRowLength)) }

  const save = async (): Promise<void> => {
    const kept = unsent()
    // Until a person decides, the offered list stays on disk as well.
    if (kept !== null || offered.value === null) await command('drafts/save-list', { list: kept })
  }
  const saving = throttle(save, saveEveryMs)
  watch([() => list.unsent, () => desk.change], () => {
    if (isRead.value && !list.isStarting) saving.schedule()
  })
  onScopeDispose(() => {
    saving.stop()
    if (isRead.value && !list.isStarting) void save()
  })

  const read = async (): Promise<void> => {
    const kept = await command('drafts/read-list')
    if (list.rows.length === 0 && kept.ok) offered.value = kept.value.list
    isRead.value = true
  }
  void read()
  // The same numbers were listed again: there is nothing left to open.
  watch(
    () => list.rows,
    (rows) => {
      const listed = new Set(rows.map(({ text }) => text))
      if (offered.value?.numbers.every((number) => listed.has(number)) === true) offered.value = null
    },
  )

  const open = (): void => {
    const kept = offered.value
    if (kept === null) return
    offered.value = null
    if (kept.action !== null) desk.choose(kept.action)
    desk.beginList()
    void list.add(kept.numbers)
  }
  const discard = (): void => {
    offered.value = null
    saving.schedule()
  }
  return { offered, open, discard }
}
