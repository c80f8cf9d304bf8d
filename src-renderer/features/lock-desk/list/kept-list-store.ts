import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { KeptList } from '#shared/bridge/draft-commands'
import { useCommand } from '../../../use-command'
import type { ListRow } from './list-rows'

/** The lists of earlier windows that were not sent, until a person opens or discards them: also while another page is open. */
export const useKeptListStore = defineStore('kept-list', () => {
  /** One for each action. */
  const earlier = shallowRef<readonly KeptList[]>([])
  /** One after the other. */
  const offered = computed(() => earlier.value[0] ?? null)
  /** Read once: what is on disk later is the list of this window. */
  const isRead = ref(false)
  /** The rows of this window that are on disk: opening another platform does not lose them. */
  const saved = shallowRef<readonly ListRow[]>([])
  /** A row is another object after each look-up, also while the desk is not open: its text is what was saved. */
  const isSaved = (rows: readonly ListRow[]): boolean =>
    rows.length === saved.value.length && rows.every(({ text }, at) => text === saved.value[at]?.text)
  const { run: write, failure } = useCommand('drafts/save-list')
  return { earlier, offered, isRead, saved, isSaved, write, failure }
})
