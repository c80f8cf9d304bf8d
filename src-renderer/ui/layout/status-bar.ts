import { computed, inject, onScopeDispose, provide, readonly, shallowReadonly, shallowRef, watch } from 'vue'
import type { InjectionKey, Ref } from 'vue'
import { useMedia } from './use-media'

const host = shallowRef<HTMLElement | null>(null)

/** The chips of StatusBar.vue; null until it is mounted. */
export const statusBarHost = shallowReadonly(host)
export const setStatusBarHost = (element: HTMLElement | null): void => {
  host.value = element
}

const footKey: InjectionKey<{ readonly isFree: () => boolean; readonly owner: Ref<symbol | null> }> =
  Symbol('foot')

/** Offers the foot of a page to one bar at a time, while `isFree`: nothing that can be pressed stands above it then. */
export const offerFoot = (isFree: () => boolean): void => {
  provide(footKey, { isFree, owner: shallowRef(null) })
}

/**
 * Whether a bar stands at the foot of its page. The first one does; one that comes while it is there is a chip until
 * the page is left, and so is every bar in a low window: stacked, they would push what is above them.
 */
export const useFoot = (wanted: boolean): Readonly<Ref<boolean>> => {
  const foot = wanted ? inject(footKey, null) : null
  const isLow = useMedia('(max-height: 699px)')
  if (foot === null) return readonly(shallowRef(false))
  const self = Symbol('bar')
  const isOffered = computed(() => !isLow.value && foot.isFree())
  watch(
    isOffered,
    (offered) => {
      if (offered) foot.owner.value ??= self
      else if (foot.owner.value === self) foot.owner.value = null
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    if (foot.owner.value === self) foot.owner.value = null
  })
  return computed(() => isOffered.value && foot.owner.value === self)
}
