import { h } from 'vue'
import type { FunctionalComponent, VNodeChild } from 'vue'
import { RouterLink } from 'vue-router'
import type { RouteLocationRaw } from 'vue-router'
import { isPage } from '../../actions/pages'
import type { GuideNode } from './guide-node'

/** The target of a guide link: `#anchor` within the guide, `page:settings#vault` to a page of the app. */
export const linkTarget = (to: string): RouteLocationRaw => {
  if (to.startsWith('#')) return { name: 'help', hash: to }
  const [, name = '', anchor] = /^page:([a-z-]+)(?:#(.+))?$/.exec(to) ?? []
  return { name: isPage(name) ? name : 'help', hash: anchor === undefined ? '' : `#${anchor}` }
}

const render = (node: GuideNode): VNodeChild => {
  if (typeof node === 'string') return node
  const inside = node.children.map(render)
  return node.tag === 'a'
    ? h(RouterLink, { to: linkTarget(node.to) }, { default: () => inside })
    : h(node.tag, inside)
}

/** The guide's content as Vue nodes: text is never interpreted as HTML. */
export const GuideText: FunctionalComponent<{ nodes: readonly GuideNode[] }> = ({ nodes }) =>
  nodes.map(render)
GuideText.props = ['nodes']
