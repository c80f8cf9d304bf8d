import { nextTick, onBeforeUnmount, shallowRef, useTemplateRef, watch } from 'vue'

/** The way from a list into its import and back: by the button `importButton`, or by a file dropped on the list. */
export const useImportEntry = (imports: {
  isShown: boolean
  /** Something was read or typed, or is being read. */ readonly hasContent: boolean
}) => {
  const droppedFile = shallowRef<File | null>(null)
  const button = useTemplateRef<{ $el: HTMLElement }>('importButton')
  watch(
    () => imports.isShown,
    (isShown) => {
      if (!isShown) droppedFile.value = null
    },
  )
  // On the next visit, the page shows its list instead of an import without content.
  onBeforeUnmount(() => {
    if (!imports.hasContent) imports.isShown = false
  })
  return {
    droppedFile,
    importDropped: (file: File): void => {
      droppedFile.value = file
      imports.isShown = true
    },
    leaveImport: async (): Promise<void> => {
      imports.isShown = false
      await nextTick()
      button.value?.$el.focus()
    },
  }
}
