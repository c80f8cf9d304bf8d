import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { ProxyRequest } from '#shared/model/app/proxy'
import { command, onEvent } from '../../bridge'

/** The proxy that waits for credentials. Main tries, uses and stores them. */
export const useProxyStore = defineStore('proxy', () => {
  const request = ref<ProxyRequest | null>(null)
  const isDialogOpen = ref(false)
  /** The dialog opens by itself once for each proxy; afterwards its banner opens it. */
  const shown = new Set<string>()

  const apply = (next: ProxyRequest | null): void => {
    request.value = next
    if (next === null) isDialogOpen.value = false
    else if (!shown.has(next.proxy)) {
      shown.add(next.proxy)
      isDialogOpen.value = true
    }
  }

  onEvent('proxy/request-changed', apply)
  return {
    request,
    isDialogOpen,
    load: async (): Promise<void> => {
      const outcome = await command('proxy/request')
      if (outcome.ok) apply(outcome.value)
    },
    signIn: (proxy: string, userName: string, password: string) =>
      command('proxy/sign-in', { proxy, userName, password }),
  }
})
