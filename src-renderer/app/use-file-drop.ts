import { onScopeDispose } from 'vue'

const filesOf = ({ dataTransfer }: DragEvent): readonly File[] => [...(dataTransfer?.files ?? [])]
const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null

/**
 * Takes dropped files that have their own page or dialog, on every page. It listens first: the page's own DropTarget ignores what
 * is taken here.
 */
export const useFileDrop = (deps: {
  readonly isWanted: (name: string) => boolean
  readonly onFiles: (files: readonly File[]) => Promise<void> | void
}): void => {
  // Without this, a page without a DropTarget rejects every file.
  const onDragover = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') === true && !hasDialog()) event.preventDefault()
  }
  const onDrop = (event: DragEvent): void => {
    const files = filesOf(event)
    if (files.length === 0 || hasDialog() || !files.every(({ name }) => deps.isWanted(name))) return
    event.preventDefault()
    void deps.onFiles(files)
  }
  window.addEventListener('dragover', onDragover, { capture: true })
  window.addEventListener('drop', onDrop, { capture: true })
  onScopeDispose(() => {
    window.removeEventListener('dragover', onDragover, { capture: true })
    window.removeEventListener('drop', onDrop, { capture: true })
  })
}
