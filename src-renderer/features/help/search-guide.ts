import { halfWidth } from '#shared/normalized'
import type { Guide, GuideSection } from './guide-node'

export interface Found {
  readonly guide: Guide
  readonly section: GuideSection
  /** The first match with the text before and after it. */
  readonly before: string
  readonly hit: string
  readonly after: string
}

/** Characters around a match. */
const contextLength = 48

/** The sections that contain every word, in guide order; Chinese has no spaces, so a query is one word. */
export const searchGuide = (guides: readonly Guide[], query: string): readonly Found[] => {
  const words = halfWidth(query).toLowerCase().split(/\s+/).filter(Boolean)
  const [first] = words
  if (first === undefined) return []
  return guides.flatMap((guide) =>
    guide.sections.flatMap((section): Found[] => {
      const text = section.text.replace(/\s+/g, ' ')
      const lowerText = text.toLowerCase()
      if (!words.every((word) => lowerText.includes(word))) return []
      // The title is shown above, so a match in the content is preferred.
      const inContent = lowerText.indexOf(first, section.title.length)
      const at = inContent === -1 ? lowerText.indexOf(first) : inContent
      const from = Math.max(0, at - contextLength)
      const to = Math.min(text.length, at + first.length + contextLength)
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
