// The buttons of a dialog stand in one order, by Tab as on screen: what leaves it without a change, its other actions,
// last what it is for. A template lists them in this order.

/** @typedef {import('vue-eslint-parser').AST.VElement} Element */
/** @typedef {(visitor: { VElement(element: Element): void }) => import('eslint').Rule.RuleListener} Define */

/** @param {Element} element @param {string} name The value of an attribute that is not bound; null without one. */
const valueOf = ({ startTag }, name) => {
  for (const attribute of startTag.attributes) {
    if (!attribute.directive && attribute.key.name === name) return attribute.value?.value ?? ''
  }
  return null
}

/** @param {Element} element @param {string} name Whether the argument of a directive is called so: `:type`, `#footer`. */
const hasArgument = ({ startTag }, name) =>
  startTag.attributes.some(
    ({ directive, key }) => directive && key.argument?.type === 'VIdentifier' && key.argument.name === name,
  )

/** @param {Element} button 0: leaves; 2: what the dialog is for; null: depends on its state. */
const rankOf = (button) => {
  if (valueOf(button, 'data-testid') === 'cancel' || valueOf(button, 'data-leaves') !== null) return 0
  if (hasArgument(button, 'type')) return null
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
    /** @type {unknown} */
    const services = context.sourceCode.parserServices
    const { defineTemplateBodyVisitor } = /** @type {{ defineTemplateBodyVisitor: Define }} */ (services)
    return defineTemplateBodyVisitor({
      VElement: (element) => {
        if (element.name === 'template' && hasArgument(element, 'footer')) check(element)
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
