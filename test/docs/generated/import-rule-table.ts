import { importRules } from '../../../scripts/lint/import-rules.mjs'
import { markdownTable } from './markdown'

/** The rules of scripts/lint/import-rules.mjs; the features share one row. */
export const importRuleTable = (): string => {
  const isFeature = ({ files }: { files: readonly string[] }) =>
    files.every((name) => name.includes('/features/'))
  const rows = importRules
    .filter((rule) => !isFeature(rule))
    .map(({ files, description }) => [files.map((name) => `\`${name}\``).join(', '), description])
  return markdownTable(
    ['Files', 'Rule'],
    [...rows, ['each feature', importRules.find(isFeature)?.description ?? '']],
  )
}
