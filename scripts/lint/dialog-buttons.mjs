// The buttons of a dialog stand in one order, by Tab as on screen: what leaves it without a change, its other actions,
// last what it is for. A template lists them in this order.

/** @typedef {{ type: string, rawName: string, name: string, children: any[], startTag: { attributes: any[] }, loc: any }} Element */

/** @param {Element} element @param {string} name */
const valueOf = (element, name) =>
  element.startTag.attributes.find(({ directive, key }) => !directive && key.name === name)?.value?.value ??
  null

/** @param {Element} element */
const isFooter = ({ name, startTag }) =>
  name === 'template' &&
  startTag.attributes.some(
    ({ directive, key }) => directive && key.name.name === 'slot' && key.argument?.name === 'footer',
  )

/** @param {Element} button 0: leaves; 2: what the dialog is for; null: depends on its state. */
const rankOf = (button) => {
  const { attributes } = button.startTag
  if (
    valueOf(button, 'data-testid') === 'cancel' ||
    attributes.some(({ directive, key }) => !directive && key.name === 'data-leaves')
  )
    return 0
  if (attributes.some(({ directive, key }) => directive && key.argument?.name === 'type')) return null
  return /^(primary|error)$/.test(valueOf(button, 'type') ?? '') ? 2 : 1
}

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { order: 'This button comes before those: what leaves the dialog first, what it is for last.' },
  },
  create: (context) => {
    /** Conditions are alternatives, so that only siblings are compared. @param {Element} parent */
    const check = (parent) => {
      let highest = 0
      for (const child of parent.children) {
        if (child.type !== 'VElement') continue
        if (child.name === 'template') check(child)
        if (child.rawName !== 'NButton') continue
        const rank = rankOf(child)
        if (rank === null) continue
        if (rank < highest) context.report({ loc: child.loc, messageId: 'order' })
        highest = Math.max(highest, rank)
      }
    }
    return context.sourceCode.parserServices.defineTemplateBodyVisitor({
      /** @param {Element} element */
      VElement: (element) => {
        if (isFooter(element)) check(element)
      },
    })
  },
}

/** @returns {import('eslint').Linter.Config[]} */
export const dialogButtonBlocks = () => [
  {
    files: ['**/*.vue'],
    plugins: { dialogs: { rules: { 'button-order': rule } } },
    rules: { 'dialogs/button-order': 'error' },
  },
]
