import { observeElementRect, useVirtualizer } from '@tanstack/vue-virtual'
import { computed, ref, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'

export const rowHeight = 36
/** Rows before the table knows its height; a table on a page that is not shown keeps these. */
const firstHeight = 600
const overscan = 6

/** Which rows of many are drawn, all of one height, under a head. */
export const useVirtualRows = (options: {
  readonly count: MaybeRefOrGetter<number>
  /** Drawn even when it is scrolled away: it is the one that is read aloud, or that holds the focus. */
  readonly kept: MaybeRefOrGetter<number>
  readonly scroller: MaybeRefOrGetter<HTMLElement | null>
  /** Of a row and of the head, in pixels. */
  readonly height?: number
  readonly head?: number
}): {
  readonly indices: ComputedRef<readonly number[]>
  /** Of the table in pixels; 0 before it is known. */
  readonly width: Readonly<Ref<number>>
  readonly scrollTo: (index: number) => void
} => {
  const { height = rowHeight, head = rowHeight } = options
  /** Kept apart: where only the width changes, the rows in view stay the same, and the virtualizer says nothing. */
  const width = ref(0)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => ({
      count: toValue(options.count),
      getScrollElement: () => toValue(options.scroller),
      estimateSize: () => height,
      initialRect: { width: 0, height: firstHeight },
      observeElementRect: (instance, tell) =>
        observeElementRect(instance, (rect) => {
          if (rect.height === 0) return
          width.value = rect.width
          tell(rect)
        }),
      overscan,
      scrollMargin: head,
      scrollPaddingStart: head,
    })),
  )
  const indices = computed(() => {
    const count = toValue(options.count)
    const kept = toValue(options.kept)
    const inView = virtualizer.value.getVirtualItems().map(({ index }) => index)
    const all = kept < 0 || inView.includes(kept) ? inView : [...inView, kept]
    return all.filter((index) => index < count).sort((a, b) => a - b)
  })
  return {
    indices,
    width,
    scrollTo: (index) => virtualizer.value.scrollToIndex(index, { align: 'auto' }),
  }
}
