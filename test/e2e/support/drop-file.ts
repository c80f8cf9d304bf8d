import type { RunningApp } from '../../support/app'

/** Drops a file on the window, as on any page. */
export const dropFile = ({ page }: RunningApp, name: string, bytes: Uint8Array): Promise<void> =>
  page.evaluate(
    ([base64, fileName]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([content], fileName))
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    },
    [Buffer.from(bytes).toString('base64'), name] as const,
  )
