import type { Page } from 'playwright-core'

/** Internal words: missing values, invalid dates, names of states, types and texts. */
const raw = [
  /\b(?:null|undefined|NaN|Infinity|Invalid Date)\b|\[object \w+\]/,
  /\b(?:normal_(?:un)?recover_\w*usbkey|identity_\w*usbkey|lan_softkey|product_entity|cloud_(?:account|customer|personal)|lk_\w+_usbkey)\b/,
  /\b(?:new_buy|delete_asset|delete_product)\b/,
  /\b(?:missing-in-answer|lock-(?:pulled-out|swapped|unreadable)|journal-not-writable|not-confirmed|read-back-(?:not-)?applied|password-gone|said-by-person|left-unknown)\b/,
  /\b(?:order|member)\.[a-z]+[A-Z]\w+/,
  /\b(?:frame|words|desk|lending|assets|assign|employees|customers|orders|shellNumbers|journal|changes|settle|sheets)\.[a-z]+(?:\.[\w-]+)*\b/,
]

/** Every internal word that is visible or announced on a page, with its context. */
export const rawWordsOn = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.evaluate(() => {
    const attributes = ['title', 'aria-label', 'placeholder', 'alt']
    const attributeTexts = attributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const typed = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(field.type)
        ? ''
        : (field as HTMLInputElement).value,
    )
    return [...document.body.innerText.split('\n'), ...attributeTexts, ...typed]
  })
  return texts.filter((text) => raw.some((word) => word.test(text)))
}
