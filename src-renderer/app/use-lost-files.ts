import { onScopeDispose, ref } from 'vue'

/** Where Chromium cannot read the name of a file, the file has neither a name nor content. */
const hasNameless = (files: FileList | null | undefined): boolean =>
  [...(files ?? [])].some(({ name }) => name === '')

/**
 * Takes files without a name, dropped or chosen, before a page reads them as empty or unreadable.
 * @param isLosing whether Chromium leaves out names here; while such a file is dragged, it is not there
 */
export const useLostFiles = (isLosing: () => boolean) => {
  /** Counts; 0 while there is nothing to say. */
  const lost = ref(0)
  let turn = 0
  const say = (): void => void (lost.value = turn += 1)
  const onDragover = (event: DragEvent): void => {
    // Otherwise the window hears of no drop.
    if (isLosing() && event.dataTransfer?.types.length === 0) event.preventDefault()
  }
  const onDrop = (event: DragEvent): void => {
    if (!hasNameless(event.dataTransfer?.files)) return
    event.preventDefault()
    say()
  }
  const onChange = (event: Event): void => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !hasNameless(target.files)) return
    event.stopPropagation()
    // Allows choosing the same file again.
    target.value = ''
    say()
  }
  window.addEventListener('dragover', onDragover, { capture: true })
  window.addEventListener('drop', onDrop, { capture: true })
  window.addEventListener('change', onChange, { capture: true })
  onScopeDispose(() => {
    window.removeEventListener('dragover', onDragover, { capture: true })
    window.removeEventListener('drop', onDrop, { capture: true })
    window.removeEventListener('change', onChange, { capture: true })
  })
  return { lost, clearLost: () => void (lost.value = 0) }
}
