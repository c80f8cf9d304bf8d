import { importRules } from '../../../scripts/lint/import-rules.mjs'
import { markdownTable } from './markdown'

/** The rules of scripts/lint/import-rules.mjs; features without imports share one row. */
export const importRuleTable = (): string => {
  const isQuietFeature = ({ files, description }: { files: readonly string[]; description: string }) =>
    files.every((name) => name.includes('/features/')) && description.startsWith('imports no other features')
  const rows = importRules
    .filter((rule) => !isQuietFeature(rule))
    .map(({ files, description }) => [files.map((name) => `\`${name}\``).join(', '), description])
  return markdownTable(
    ['Files', 'Rule'],
    [...rows, ['every other feature', importRules.find(isQuietFeature)?.description ?? '']],
  )
}
