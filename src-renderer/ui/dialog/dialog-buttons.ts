import { cloneVNode, Comment, Fragment, isVNode } from 'vue'
import type { VNode } from 'vue'

/**
 * What is in a footer, without the fragments around conditions and slots; comments of conditions are left out. A part keeps
 * the key of its place: without it, Vue would use the button of one condition for that of another, with its attributes.
 */
const partsOf = (nodes: readonly unknown[], place = ''): VNode[] =>
  nodes.flatMap((node, index) => {
    if (!isVNode(node)) return []
    const key = `${place}/${String(node.key ?? index)}`
    if (node.type === Fragment) return Array.isArray(node.children) ? partsOf(node.children, key) : []
    return node.type === Comment ? [] : [cloneVNode(node, { key })]
  })

/** 0: leaves the dialog and changes nothing; 2: what the dialog is for. */
const rankOf = ({ props }: VNode): number => {
  const testid: unknown = props?.['data-testid']
  if (testid === 'cancel' || props?.['data-leaves'] !== undefined) return 0
  return props?.['type'] === 'primary' || props?.['type'] === 'error' ? 2 : 1
}

/**
 * The buttons of a dialog in the one order that all dialogs have, by Tab as on screen: first what leaves it, then its
 * other actions, last what it is for. Texts before the first button stay before it.
 */
export const orderButtons = (nodes: readonly unknown[]): VNode[] => {
  const parts = partsOf(nodes)
  const isText = (part: VNode): boolean => typeof part.type === 'string' && part.type !== 'button'
  const firstButton = parts.findIndex((part) => !isText(part))
  if (firstButton === -1) return parts
  const buttons = parts.slice(firstButton)
  return [...parts.slice(0, firstButton), ...buttons.toSorted((a, b) => rankOf(a) - rankOf(b))]
}
