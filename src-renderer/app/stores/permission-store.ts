import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { DeviceFacts, PluggedLock } from '#shared/model/plugged-lock'
import { command, onEvent } from '../../bridge'

type Model = Pick<DeviceFacts, 'vendorId' | 'productId'>

/** Reading again takes this long at most: opening, three requests, and the way there and back. */
const patienceMs = 15_000

/** A model of lock that this computer does not let the app open, while the person is shown how to allow it. */
export const usePermissionStore = defineStore('permission', () => {
  const model = shallowRef<Model | null>(null)
  const state = ref<'asked' | 'reading' | 'still'>('asked')
  let waiting: ReturnType<typeof setTimeout> | undefined

  const open = ({ vendorId, productId }: Model): void => {
    model.value = { vendorId, productId }
    state.value = 'asked'
  }
  const close = (): void => {
    clearTimeout(waiting)
    model.value = null
  }
  const giveUp = (): void => {
    clearTimeout(waiting)
    state.value = 'still'
  }

  /** From the first reading on: a lock that works after all needs no more explaining, however late that comes. */
  const judge = (locks: readonly PluggedLock[]): void => {
    const shown = model.value
    if (shown === null || state.value === 'asked') return
    const own = locks.filter(
      ({ device }) => device.vendorId === shown.vendorId && device.productId === shown.productId,
    )
    if (own.some(({ reading }) => reading.state === 'reading')) return
    const isRefused = own.some(
      ({ reading }) => reading.state === 'failed' && reading.reason === 'no-permission',
    )
    if (isRefused) giveUp()
    else close()
  }

  const readAgain = async (): Promise<void> => {
    state.value = 'reading'
    clearTimeout(waiting)
    waiting = setTimeout(giveUp, patienceMs)
    const outcome = await command('locks/rescan')
    if (!outcome.ok) giveUp()
  }

  const unsubscribe = onEvent('locks/changed', judge)
  onScopeDispose(() => {
    unsubscribe()
    clearTimeout(waiting)
  })

  return { model, state, open, close, readAgain }
})
