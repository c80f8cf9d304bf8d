import { createHash } from 'node:crypto'
import type { Clipboard } from 'electron'

export interface CopyText {
  /**
   * `forgetAfterMs` marks a secret: it is removed from the clipboard after this time unless the clipboard has
   * changed.
   */
  (text: string, forgetAfterMs?: number): Promise<void>
  /** Removes a copied secret when the app quits. */
  stop(): Promise<void>
}

/** A digest recognizes the text without keeping it. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The system clipboard; secrets are removed after a while. Its calls return promises since Electron 45. */
export const createCopyText = (clipboard: Pick<Clipboard, 'writeText' | 'readText' | 'clear'>): CopyText => {
  let forgetting: { readonly digest: string; readonly timer: NodeJS.Timeout } | null = null

  const drop = (): string | null => {
    const digest = forgetting?.digest ?? null
    clearTimeout(forgetting?.timer)
    forgetting = null
    return digest
  }
  const forget = async (): Promise<void> => {
    const digest = drop()
    // The clipboard has changed; its new content stays.
    if (digest === null || digestOf(await clipboard.readText()) !== digest) return
    clipboard.clear()
  }

  const copy = async (text: string, forgetAfterMs?: number): Promise<void> => {
    drop()
    await clipboard.writeText(text)
    if (forgetAfterMs === undefined) return
    const timer = setTimeout(() => void forget().catch(() => undefined), forgetAfterMs)
    timer.unref()
    forgetting = { digest: digestOf(text), timer }
  }
  return Object.assign(copy, { stop: forget })
}
