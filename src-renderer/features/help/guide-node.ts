/** The elements the guide's Markdown may contain. */
export const guideTags = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre'] as const
export type GuideTag = (typeof guideTags)[number]

export type GuideNode =
  | string
  | { readonly tag: GuideTag; readonly children: readonly GuideNode[] }
  /** `page:devices`, `page:settings#vault`, or `#anchor` in the guide itself. */
  | { readonly tag: 'a'; readonly to: string; readonly children: readonly GuideNode[] }

export interface GuideSection {
  readonly anchor: string
  readonly title: string
  readonly level: 2 | 3
  readonly nodes: readonly GuideNode[]
  /** Title and content as plain text, for the search. */
  readonly text: string
}

export interface Guide {
  readonly title: string
  /** The content before the first heading. */
  readonly intro: readonly GuideNode[]
  readonly sections: readonly GuideSection[]
}

export const textOf = (nodes: readonly GuideNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const inside = textOf(node.children)
      return ['p', 'li', 'pre'].includes(node.tag) ? `${inside}\n` : inside
    })
    .join('')
