import type { Messages } from '../../i18n/messages'
import type { Texts } from '../../i18n/use-texts'
import type { OutColumn } from './write/write-sheet'
import type { Name } from '#shared/model/name'

// The files of changes that the app exports, and recognizes by their titles when it reads them again.

type ChangeColumn = keyof Messages['common']['column']

/** The columns of each file, from left to right. */
export const changeFiles = {
  list: [
    'number',
    'assetNum',
    'name',
    'note',
    'enterprise',
    'holder',
    'before',
    'after',
    'result',
    'reason',
    'code',
    'time',
    'operator',
  ],
  continuous: [
    'shellNumber',
    'assetNum',
    'enterprise',
    'action',
    'result',
    'reason',
    'operator',
    'time',
    'entry',
  ],
  log: [
    'requested',
    'response',
    'action',
    'number',
    'item',
    'enterprise',
    'before',
    'result',
    'reason',
    'code',
    'responseData',
    'operator',
    'training',
    'entry',
  ],
} as const satisfies Readonly<Record<string, readonly ChangeColumn[]>>

/** In characters; the others have the default width. */
const widths: Readonly<Partial<Record<ChangeColumn, number>>> = {
  number: 16,
  name: 24,
  note: 32,
  enterprise: 32,
  holder: 24,
  action: 20,
  item: 24,
  before: 16,
  after: 12,
  result: 16,
  reason: 48,
  code: 16,
  time: 24,
  requested: 24,
  response: 24,
  responseData: 40,
  operator: 20,
  training: 10,
  entry: 40,
}

/** The columns of a file of changes; unknown values are empty, so that they are not mistaken for data. */
export const changeColumns = <Key extends ChangeColumn, Row>(
  keys: readonly Key[],
  values: Readonly<Record<Key, (row: Row) => Name>>,
  { t }: Pick<Texts, 't'>,
): readonly OutColumn<Row>[] =>
  keys.map((key) => ({
    title: t(`common.column.${key}`),
    value: values[key],
    ...(widths[key] === undefined ? {} : { width: widths[key] }),
  }))
