import { createHash } from 'node:crypto'
import type { Clipboard } from 'electron'

export interface CopyText {
  /** `forgetAfterMs`: a secret; it is taken off the clipboard again after so long, unless something else is there. */
  (text: string, forgetAfterMs?: number): Promise<void>
  /** At the end of the app a secret does not stay behind. */
  stop(): Promise<void>
}

/** Enough to know the text again, without keeping it. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The system's clipboard, which holds a secret for a while only. Its calls are promises since Electron 45. */
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
    // What somebody else put there since is theirs.
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
