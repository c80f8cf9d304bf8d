import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { useMedia } from '../../../ui/use-media'
import { useArmedStore } from '../armed/armed-store'
import { useDeskStore } from '../desk-store'
import { useListStore } from '../list/list-store'
import { useOpenedStore } from '../opened-store'

/** Whether the panel of the course is in sight: it stands where a record would, and makes way for everything. */
export const useCoursePlace = () => {
  const route = useRoute()
  const opened = useOpenedStore()
  const desk = useDeskStore()
  const list = useListStore()
  const armed = useArmedStore()
  // The desk shows one thing at a time below this width (DeskPage.vue), its rail not counted.
  const isNarrow = useMedia('(max-width: 880px)')

  const isPanelInSight = computed(
    () =>
      route.name === 'desk' &&
      opened.opened === null &&
      list.rows.length === 0 &&
      desk.side === 'record' &&
      armed.batch === null &&
      !isNarrow.value,
  )

  /** Closes the record that lies over it; a list or a batch stays where it is. */
  const showPanel = (): void => {
    if (opened.opened !== null) opened.close()
    if (list.rows.length === 0) desk.side = 'record'
  }

  return { isPanelInSight, showPanel }
}
