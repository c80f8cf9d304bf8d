import { h } from 'vue'
import type { FunctionalComponent, VNodeChild } from 'vue'
import { RouterLink } from 'vue-router'
import type { RouteLocationRaw } from 'vue-router'
import type { GuideNode } from './guide-node'

/** Where a link of the guide leads: `#anchor` within it, `page:settings#vault` to a page of the app. */
export const placeOf = (to: string): RouteLocationRaw => {
  if (to.startsWith('#')) return { name: 'help', hash: to }
  const [, name = '', anchor] = /^page:([a-z-]+)(?:#(.+))?$/.exec(to) ?? []
  return { name, hash: anchor === undefined ? '' : `#${anchor}` }
}

const draw = (node: GuideNode): VNodeChild => {
  if (typeof node === 'string') return node
  const inside = node.children.map(draw)
  return node.tag === 'a'
    ? h(RouterLink, { to: placeOf(node.to) }, { default: () => inside })
    : h(node.tag, inside)
}

/** The guide's content as nodes of Vue: text stays text, whatever stands in it. */
export const GuideText: FunctionalComponent<{ nodes: readonly GuideNode[] }> = ({ nodes }) => nodes.map(draw)
GuideText.props = ['nodes']
