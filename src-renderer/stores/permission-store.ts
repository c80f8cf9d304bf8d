import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { DeviceFacts, PluggedLock } from '#shared/model/locks/plugged-lock'
import { command, onEvent } from '../bridge'

type Model = Pick<DeviceFacts, 'vendorId' | 'productId'>

/** The longest time to read a lock again: opening, three requests and the round trip. */
const timeoutMs = 15_000

/** A lock model that this computer's permissions block, while the dialog explains how to allow it. */
export const usePermissionStore = defineStore('permission', () => {
  const model = shallowRef<Model | null>(null)
  const state = ref<'prompt' | 'reading' | 'denied'>('prompt')
  let waiting: ReturnType<typeof setTimeout> | undefined

  const open = ({ vendorId, productId }: Model): void => {
    model.value = { vendorId, productId }
    state.value = 'prompt'
  }
  const close = (): void => {
    clearTimeout(waiting)
    model.value = null
  }
  const fail = (): void => {
    clearTimeout(waiting)
    state.value = 'denied'
  }

  /** After the first retry: as soon as the lock is readable, the dialog closes, even after a timeout. */
  const onLocksChanged = (locks: readonly PluggedLock[]): void => {
    const shown = model.value
    if (shown === null || state.value === 'prompt') return
    const matching = locks.filter(
      ({ device }) => device.vendorId === shown.vendorId && device.productId === shown.productId,
    )
    if (matching.some(({ reading }) => reading.state === 'reading')) return
    const isDenied = matching.some(
      ({ reading }) => reading.state === 'failed' && reading.reason === 'no-permission',
    )
    if (isDenied) fail()
    else close()
  }

  const readAgain = async (): Promise<void> => {
    state.value = 'reading'
    clearTimeout(waiting)
    waiting = setTimeout(fail, timeoutMs)
    const outcome = await command('locks/rescan')
    if (!outcome.ok) fail()
  }

  onEvent('locks/changed', onLocksChanged)
  onScopeDispose(() => clearTimeout(waiting))

  return { model, state, open, close, readAgain }
})
