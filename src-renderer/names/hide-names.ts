import { knownNames } from './name-registry'

/** Attributes that are shown or read out. */
const attributes = [
  'title',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'placeholder',
  'alt',
  'label',
] as const

/** More than one page shows at once. */
const maxKept = 5_000

interface Hidden {
  readonly original: string
  readonly hidden: string
}

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement

/** A long table that is scrolled replaces its cells. */
const forgetRemoved = (kept: Map<Node, unknown>): void => {
  for (const node of kept.keys()) if (!node.isConnected) kept.delete(node)
}

/**
 * Hides the known names in the document, whatever component shows them: in texts and attributes, before they are
 * painted, because observers run before. `stop` and printing show the original texts again.
 */
export const hideNames = (root: HTMLElement): { readonly stop: () => void } => {
  const texts = new Map<Text, Hidden>()
  const ofElements = new Map<Element, Map<string, Hidden>>()
  /** Fields shown as dots, with their own type. */
  const fields = new Map<Field, string>()
  let isPrinting = false

  const hideText = (node: Text): void => {
    if (texts.get(node)?.hidden === node.data) return
    texts.delete(node)
    const original = node.data
    const hidden = knownNames.hide(original)
    if (hidden === original) return
    texts.set(node, { original, hidden })
    node.data = hidden
  }
  const hideAttributes = (element: Element): void => {
    for (const name of attributes) {
      const original = element.getAttribute(name)
      const known = ofElements.get(element) ?? new Map<string, Hidden>()
      if (original !== null && known.get(name)?.hidden === original) continue
      known.delete(name)
      if (original === null) continue
      const hidden = knownNames.hide(original)
      if (hidden === original) continue
      ofElements.set(element, known.set(name, { original, hidden }))
      element.setAttribute(name, hidden)
    }
  }
  const hideIn = (node: Node): void => {
    if (node instanceof Text) hideText(node)
    if (!(node instanceof Element) || node.matches('script, style')) return
    hideAttributes(node)
    for (const child of node.childNodes) hideIn(child)
  }

  const showField = (field: Field): void => {
    const type = fields.get(field)
    if (type === undefined) return
    fields.delete(field)
    field.classList.remove('hidden-name')
    if (field instanceof HTMLInputElement) field.type = type
  }

  /** The text of a field is neither in its texts nor its attributes. A field in use keeps its type for input methods. */
  const hideFields = (): void => {
    for (const field of root.querySelectorAll('input, textarea')) {
      if (!isField(field) || !(fields.has(field) || ['text', 'search', 'textarea'].includes(field.type)))
        continue
      if (knownNames.hide(field.value) === field.value) {
        showField(field)
        continue
      }
      const type = fields.get(field) ?? field.type
      fields.set(field, type)
      field.classList.add('hidden-name')
      if (field instanceof HTMLInputElement) field.type = document.activeElement === field ? type : 'password'
    }
  }

  const observer = new MutationObserver((records) => {
    if (isPrinting) return
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) hideIn(node)
      else if (type === 'attributes' && target instanceof Element) hideAttributes(target)
      else if (target instanceof Text) hideText(target)
    }
    hideFields()
    // The own changes are no news.
    observer.takeRecords()
  })
  const hide = (): void => {
    hideIn(root)
    hideFields()
    observer.takeRecords()
  }
  const show = (): void => {
    for (const [node, { original, hidden }] of texts) if (node.data === hidden) node.data = original
    for (const [element, known] of ofElements) {
      for (const [name, { original, hidden }] of known) {
        if (element.getAttribute(name) === hidden) element.setAttribute(name, original)
      }
    }
    for (const field of [...fields.keys()]) showField(field)
    texts.clear()
    ofElements.clear()
    observer.takeRecords()
  }

  observer.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...attributes],
  })
  hide()

  // Values that are set without any other change, names that became known later, and removed nodes.
  let seen = knownNames.size()
  let frame = 0
  const follow = (): void => {
    frame = requestAnimationFrame(follow)
    if (isPrinting) return
    hideFields()
    if (texts.size + ofElements.size > maxKept)
      for (const kept of [texts, ofElements, fields]) forgetRemoved(kept)
    if (seen === knownNames.size()) return
    seen = knownNames.size()
    hide()
  }
  frame = requestAnimationFrame(follow)

  const beforePrint = (): void => {
    show()
    isPrinting = true
  }
  const afterPrint = (): void => {
    isPrinting = false
    hide()
  }
  window.addEventListener('beforeprint', beforePrint)
  window.addEventListener('afterprint', afterPrint)
  window.addEventListener('focusin', hideFields)
  window.addEventListener('focusout', hideFields)

  return {
    stop: () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      window.removeEventListener('beforeprint', beforePrint)
      window.removeEventListener('afterprint', afterPrint)
      window.removeEventListener('focusin', hideFields)
      window.removeEventListener('focusout', hideFields)
      show()
    },
  }
}
