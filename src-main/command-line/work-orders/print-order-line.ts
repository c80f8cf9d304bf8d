import { checksumOf } from '#shared/model/changes/work-order'
import type { OutputLine } from '../protocol'
import type { commandTexts, Language } from '../texts'

export type OrderLine = Extract<
  OutputLine,
  { readonly type: 'key' | 'work-order' | 'order-use' | 'order-claim' | 'order-row' | 'work-order-result' }
>

export const isOrderLine = (line: OutputLine): line is OrderLine =>
  line.type === 'key' ||
  line.type === 'work-order' ||
  line.type === 'order-use' ||
  line.type === 'order-claim' ||
  line.type === 'order-row' ||
  line.type === 'work-order-result'

interface Helpers {
  readonly texts: (typeof commandTexts)[Language]
  readonly language: Language
  readonly columns: (...cells: readonly (string | null)[]) => string
  readonly timeOf: (ms: number) => string
  readonly explain: (reason: string | null, businessCode: string | null) => string | null
}

/** A line about keys, orders and results as text. */
export const printOrderLine = (
  line: OrderLine,
  { texts, language, columns, timeOf, explain }: Helpers,
): string => {
  const { label, ready, keyState, unknownSigner, otherComputer, claim } = texts.order
  /** Null leaves the line out. */
  const labeled = (name: keyof typeof label, value: string | null): string[] =>
    value === null || value === '' ? [] : [`${label[name]}${texts.colon}${columns(value)}`]
  switch (line.type) {
    case 'key': {
      const lists = [
        ...labeled('wordsEn', line.words.join(' ')),
        ...labeled('wordsZh', line.wordsZh.join(' ')),
      ]
      // The other computer may have another language.
      const words = language === 'zh' ? lists.reverse() : lists
      return [columns(line.name, keyState[line.state]), ...words].join('\n')
    }
    case 'work-order':
      return [
        columns(texts.action[line.action], texts.rows(line.rows), line.id),
        ...labeled('signer', line.signer ?? unknownSigner),
        ...labeled('preparedBy', line.preparedBy),
        ...labeled('platform', line.platform),
        ...labeled('valid', `${timeOf(line.notBefore)} – ${timeOf(line.expires)}`),
        ...labeled('checksum', checksumOf(line.digest)),
        ...labeled('note', line.note),
      ].join('\n')
    case 'order-use':
      return labeled(
        'usedOn',
        columns(line.computer ?? otherComputer, timeOf(line.used), line.operator),
      ).join('')
    case 'order-claim':
      return claim[line.claimed ? 'claimed' : 'not-claimed']
    case 'order-row': {
      const state = line.state === 'ready' ? ready : texts.rowState[line.state]
      return columns(line.key, state, explain(line.reason, line.businessCode))
    }
    case 'work-order-result':
      return [
        columns(texts.action[line.action], timeOf(line.used), line.id),
        ...labeled('signer', line.signer),
        ...labeled('operator', line.operator),
        ...labeled('saved', line.out),
      ].join('\n')
  }
}
