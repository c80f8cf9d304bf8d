import { inject, onScopeDispose } from 'vue'
import type { InjectionKey, Ref } from 'vue'

/** One part of a page, such as its table, that comes back with the page. */
interface PlacePart {
  /** What the part keeps when its place is left. */
  readonly take: () => unknown
  /** Shows what it kept: the page is still open, and another place of the same page comes back. */
  readonly show: (kept: unknown) => void
}

/** The places of the window's history. */
export interface Places {
  /** What the part of this name kept at the place that comes back, once; undefined on a first visit. */
  readonly kept: (name: string) => unknown
  /** Returns a function that removes the part. */
  readonly add: (name: string, part: PlacePart) => () => void
}

/** Provided by the window's frame. */
export const placesKey: InjectionKey<Places> = Symbol('places')

/**
 * Keeps a part of the page for Back and Forward. Returns what it kept if the page opens by one of them; `show` gets
 * it only while the page stays open.
 */
export const usePlace = <State>(
  name: string,
  part: { readonly take: () => State; readonly show: (kept: State) => void },
): State | undefined => {
  const places = inject(placesKey, null)
  if (places === null) return undefined
  // Only `take` of the part with this name made what comes back.
  onScopeDispose(places.add(name, { take: part.take, show: (kept) => part.show(kept as State) }))
  return places.kept(name) as State | undefined
}

/** Keeps a value of the page for Back and Forward. */
export const usePlaceRef = <Value>(name: string, value: Ref<Value>): void => {
  const show = (kept: Value): void => void (value.value = kept)
  const kept = usePlace(name, { take: () => value.value, show })
  if (kept !== undefined) show(kept)
}
