import { observeElementRect, useVirtualizer } from '@tanstack/vue-virtual'
import { computed, ref, toValue } from 'vue'
import type { ComputedRef, MaybeRefOrGetter, Ref } from 'vue'

export const rowHeight = 36
/** The assumed table height until it is measured; a table on a hidden page keeps it. */
const firstHeight = 600
const overscan = 6

/** Which rows to render, all of the same height, below a header. */
export const useVirtualRows = (options: {
  readonly count: MaybeRefOrGetter<number>
  /** The index of a row rendered even when scrolled away, because it is read aloud or has the focus. */
  readonly kept: MaybeRefOrGetter<number>
  readonly scroller: MaybeRefOrGetter<HTMLElement | null>
  /** The height of a row and of the header, in pixels. */
  readonly height?: number
  readonly head?: number
}): {
  readonly indices: ComputedRef<readonly number[]>
  /** The table's width in pixels; 0 until it is measured. */
  readonly width: Readonly<Ref<number>>
  readonly scrollTo: (index: number) => void
} => {
  const { height = rowHeight, head = rowHeight } = options
  /** A separate ref: the virtualizer does not update if only the width changes. */
  const width = ref(0)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>(
    computed(() => ({
      count: toValue(options.count),
      getScrollElement: () => toValue(options.scroller),
      estimateSize: () => height,
      initialRect: { width: 0, height: firstHeight },
      observeElementRect: (instance, report) =>
        observeElementRect(instance, (rect) => {
          if (rect.height === 0) return
          width.value = rect.width
          report(rect)
        }),
      overscan,
      scrollMargin: head,
      scrollPaddingStart: head,
    })),
  )
  const indices = computed(() => {
    const count = toValue(options.count)
    const keptIndex = toValue(options.kept)
    const inView = virtualizer.value.getVirtualItems().map(({ index }) => index)
    const all = keptIndex < 0 || inView.includes(keptIndex) ? inView : [...inView, keptIndex]
    return all.filter((index) => index < count).sort((a, b) => a - b)
  })
  return {
    indices,
    width,
    scrollTo: (index) => virtualizer.value.scrollToIndex(index, { align: 'auto' }),
  }
}
