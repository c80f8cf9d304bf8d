import { factsOf } from './sentence-facts'
import type { FactsAbout } from './sentence-facts'
import type { OrderNode } from './order-node'
import { sentenceInChinese } from './sentence-zh'
import { sentenceInEnglish } from './sentence-en'

/** What an order does, as a sentence in the person's language. */
export const sayOrder = (order: OrderNode, about: FactsAbout): string => {
  const facts = factsOf(order, about)
  return about.language === 'zh' ? sentenceInChinese(facts) : sentenceInEnglish(facts)
}
