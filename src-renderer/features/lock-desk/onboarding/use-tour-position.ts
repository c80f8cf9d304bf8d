import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { useMedia } from '../../../ui/layout/use-media'
import { useContinuousStore } from '../continuous/continuous-store'
import { useDeskStore } from '../../../entities/lock/desk-store'
import { useListStore } from '../list/list-store'
import { useOpenedStore } from '../../../entities/lock/opened-store'

/** Whether the tour panel is visible: it is shown in place of a record and hidden by anything that opens. */
export const useTourPosition = () => {
  const route = useRoute()
  const opened = useOpenedStore()
  const desk = useDeskStore()
  const list = useListStore()
  const continuous = useContinuousStore()
  // Below this width the lock desk shows one side at a time (DeskPage.vue, plus the navigation).
  const isNarrow = useMedia('(max-width: 880px)')

  const isPanelVisible = computed(
    () =>
      route.name === 'desk' &&
      opened.opened === null &&
      list.rows.length === 0 &&
      desk.side === 'record' &&
      continuous.batch === null &&
      !isNarrow.value,
  )

  /** Closes a record that covers the panel; a list or batch stays. */
  const showPanel = (): void => {
    if (opened.opened !== null) opened.close()
    if (list.rows.length === 0) desk.show('record')
  }

  return { isPanelVisible, showPanel }
}
