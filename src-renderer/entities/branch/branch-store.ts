import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { BranchMember, BranchView, JoinOffer, PresetBranchView } from '#shared/model/branch/branch-view'
import { command, onEvent } from '../../bridge'

/** What is shared within this time needs no word. */
const shareMs = 3_000

/** The branch of this computer, as main has it. */
export const useBranchStore = defineStore('branch', () => {
  const view = shallowRef<BranchView | null>(null)
  /** The join file of the policy; null if the person at the computer decides. */
  const preset = shallowRef<PresetBranchView | null>(null)
  /** The chosen join file, which main has. It outlives the page, until it is used or canceled. */
  const offer = shallowRef<JoinOffer | null>(null)
  const isLoaded = ref(false)
  /** As the database had them last; null before. */
  const members = shallowRef<readonly BranchMember[] | null>(null)
  /** Own events that have waited for a while. */
  const notShared = ref(0)

  const apply = (next: BranchView | null): void => {
    if (next?.computer.id !== view.value?.computer.id) members.value = null
    view.value = next
    if (next !== null) offer.value = null
    isLoaded.value = true
  }

  let waiting: ReturnType<typeof setTimeout> | undefined
  const showWaiting = (): void => {
    waiting = undefined
    notShared.value = view.value?.state.notShared ?? 0
  }
  watch(view, (next) => {
    const count = next?.state.notShared ?? 0
    const isAtOnce = count === 0 || notShared.value > 0 || next?.state.connected === false
    if (isAtOnce) {
      clearTimeout(waiting)
      showWaiting()
    } else waiting ??= setTimeout(showWaiting, shareMs)
  })

  const retry = (): void => void command('branch/retry')
  // The system has a network again: main waits for a pause otherwise.
  const onOnline = (): void => {
    if (view.value !== null) retry()
  }
  window.addEventListener('online', onOnline)
  onScopeDispose(() => {
    window.removeEventListener('online', onOnline)
    clearTimeout(waiting)
  })
  const readPreset = async (): Promise<void> => {
    const outcome = await command('branch/preset')
    if (outcome.ok) preset.value = outcome.value
  }
  onEvent('branch/changed', (next) => {
    apply(next)
    // Why it could not join may be another reason now.
    if (next === null && preset.value !== null) void readPreset()
  })

  return {
    view,
    preset,
    offer,
    isLoaded,
    members,
    notShared,
    apply,
    retry,
    load: async (): Promise<void> => {
      await readPreset()
      const outcome = await command('branch/read')
      if (outcome.ok) apply(outcome.value)
    },
    readMembers: async (): Promise<void> => {
      const outcome = await command('branch/computers')
      if (outcome.ok) members.value = outcome.value
    },
  }
})
