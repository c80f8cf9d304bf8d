import type { LinkTarget } from '#shared/model/app/link-target'
import { isShellNumber } from '#shared/model/locks/shell-number'
import type { ShellNumber } from '#shared/model/locks/shell-number'

export const linkScheme = 'lock-desk'

/** Any spelling that a system may have taken for a link of the app, also one that is refused. */
const isLink = (text: string): boolean => /^[\s"'<]*lock-desk:/i.test(text)

/** The arguments before a link. What a link brings with it is never read as an option of the app. */
export const withoutLinks = (args: readonly string[]): readonly string[] => {
  const at = args.findIndex(isLink)
  return at === -1 ? args : args.slice(0, at)
}

/**
 * `none`: the arguments have no link · `rejected`: they have one that is not exactly `lock-desk://lock/` and a shell
 * number, or something follows it.
 */
export type FoundLink = 'none' | 'rejected' | ShellNumber

export const readLink = (text: string): FoundLink => {
  const number = /^lock-desk:\/\/lock\/(\d{10})$/.exec(text)?.[1]
  return number !== undefined && isShellNumber(number) ? number : 'rejected'
}

export const linkInArguments = (args: readonly string[]): FoundLink => {
  const at = args.findIndex(isLink)
  if (at === -1) return 'none'
  return at === args.length - 1 ? readLink(args[at] ?? '') : 'rejected'
}

/** A program that opens links without end neither keeps the window in front nor fills the log. */
const maxLinks = 5
const periodMs = 10_000

export interface LockLinks {
  /** Takes a link from another start or from the system. False if it does nothing. */
  open(found: FoundLink): boolean
  /** Opens the place of a notification that was clicked. */
  show(target: LinkTarget): void
  /** The last place to open, once: the page asks for it when it is ready. */
  take(): LinkTarget | null
  /** From now on the listener hears of each link, and of a waiting one at once. */
  follow(deps: { readonly onLink: () => void; readonly onRejected: () => void }): void
}

/**
 * Links to locks and clicked notifications, which wait until the page is ready. They only show a place; they never
 * change anything.
 */
export const createLockLinks = (now: () => number = () => performance.now()): LockLinks => {
  let waiting: LinkTarget | null = null
  let rejected = 0
  let onLink: (() => void) | null = null
  let onRejected: (() => void) | null = null
  let recent: readonly number[] = []
  const openTarget = (target: LinkTarget): void => {
    waiting = target
    onLink?.()
  }

  return {
    open: (found) => {
      if (found === 'none') return false
      recent = recent.filter((at) => now() - at < periodMs)
      if (recent.length >= maxLinks) return false
      recent = [...recent, now()]
      if (found === 'rejected') {
        if (onRejected === null) rejected += 1
        else onRejected()
        return false
      }
      openTarget({ kind: 'lock', number: found })
      return true
    },
    show: openTarget,
    take: () => {
      const target = waiting
      waiting = null
      return target
    },
    follow: (deps) => {
      ;({ onLink, onRejected } = deps)
      if (rejected > 0) onRejected()
      if (waiting !== null) onLink()
    },
  }
}
