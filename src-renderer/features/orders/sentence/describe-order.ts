import { factsOf } from './sentence-facts'
import type { FactsContext } from './sentence-facts'
import type { OrderNode } from '../order-node'
import { sentenceInChinese } from './sentence-zh'
import { sentenceInEnglish } from './sentence-en'

/** Describes an order as a sentence in the user's language. */
export const describeOrder = (order: OrderNode, context: FactsContext): string => {
  const facts = factsOf(order, context)
  return context.language === 'zh' ? sentenceInChinese(facts) : sentenceInEnglish(facts)
}
