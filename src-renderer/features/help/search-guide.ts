import type { Guide, GuideSection } from './guide-node'

export interface Found {
  readonly guide: Guide
  readonly section: GuideSection
  /** A line around the first hit, cut into what is before it, the hit, and what is behind. */
  readonly before: string
  readonly hit: string
  readonly after: string
}

/** Characters around a hit. */
const around = 48

/** Sections that hold every word, in the guide's order; Chinese has no spaces, so a wish is one word there. */
export const searchGuide = (guides: readonly Guide[], wish: string): readonly Found[] => {
  const words = wish.toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  return guides.flatMap((guide) =>
    guide.sections.flatMap((section): Found[] => {
      const text = section.text.replace(/\s+/g, ' ')
      const low = text.toLowerCase()
      if (!words.every((word) => low.includes(word))) return []
      // The title is shown above; a hit in the content tells more.
      const inContent = low.indexOf(first, section.title.length)
      const at = inContent === -1 ? low.indexOf(first) : inContent
      const from = Math.max(0, at - around)
      const to = Math.min(text.length, at + first.length + around)
      return [
        {
          guide,
          section,
          before: `${from > 0 ? '…' : ''}${text.slice(from, at)}`,
          hit: text.slice(at, at + first.length),
          after: `${text.slice(at + first.length, to)}${to < text.length ? '…' : ''}`,
        },
      ]
    }),
  )
}
