import type { HighImpact } from '../desk/high-impact'

/** What a dialog shows of a name that came from a page or a file. */
const longest = 80
const mostNames = 5

/** One line, without what would turn the direction of the letters or hide some: it must not write the question anew. */
const plain = (text: string): string => {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longest ? `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : line
}

const plainNames = (names: readonly string[]): string[] => {
  const shown = names.slice(0, mostNames).map(plain)
  return names.length > mostNames ? [...shown, `… +${names.length - mostNames}`] : shown
}

/** The same question, with names as a dialog can show them: its buttons stay on the screen, and its words are main's. */
export const plainImpact = (what: HighImpact): HighImpact => {
  const about = { ...what, operatorIdentity: plain(what.operatorIdentity) }
  switch (about.kind) {
    case 'one-more':
      return { ...about, number: plain(about.number) }
    case 'lend':
      return {
        ...about,
        memberName: plain(about.memberName),
        memberGlobalId: plain(about.memberGlobalId),
        borrowedUsbKey: plain(about.borrowedUsbKey),
      }
    case 'removal':
      return {
        ...about,
        removals: about.removals.map((removal) => ({
          ...removal,
          srcLicenseOrderId: removal.srcLicenseOrderId === null ? null : plain(removal.srcLicenseOrderId),
          products: plainNames(removal.products),
        })),
      }
    default:
      return about
  }
}
