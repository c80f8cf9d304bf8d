import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { apiTables } from './api-tables'
import { importRuleTable } from './import-rule-table'
import { changeLimits, journalLimits, keptFileTable, readBackTable, recordKinds } from './limits'
import { policyFiles, policyKeyTable } from './policy-templates'
import { policyTable } from './policy-table'
import { fileSchemas } from './file-schemas'
import { checklistTable } from '../../hardening/support/security-checklist'

/** The pages of docs/ with generated parts, and the content of each mark. */
export const generatedPages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/api.md': apiTables,
  'docs/licensing-service.md': { policy: policyTable },
  'docs/changes-and-recovery.md': { 'read back': readBackTable, 'limits of changes': changeLimits },
  'docs/journal-format.md': { 'journal limits': journalLimits, 'record kinds': recordKinds },
  'docs/packaging-and-updates.md': { 'kept files': keptFileTable },
  'docs/architecture.md': { 'import rules': importRuleTable },
  'docs/policy.md': { 'policy keys': policyKeyTable },
  'docs/security.md': { checklist: checklistTable },
}

const wholeFiles: Readonly<Record<string, () => string>> = { ...policyFiles, ...fileSchemas }

/** The paths of the files that are generated as a whole. */
export const generatedFiles = Object.keys(wholeFiles)

/** The content of a generated file. */
export const generatedFile = async (root: string, path: string): Promise<string> => {
  const text = wholeFiles[path]?.() ?? ''
  if (!path.endsWith('.json')) return text
  return format(text, { ...(await resolveConfig(join(root, path))), filepath: path })
}

const marked = /<!-- generated: ([\w ]+) -->[\s\S]*?<!-- end -->/g

/** The marks of a page in order. */
export const marksOf = (text: string): string[] => [...text.matchAll(marked)].map(([, name]) => name ?? '')

/** Returns the page at `path` with every generated part rebuilt. Throws for an unknown mark. */
export const regenerated = async (root: string, path: string): Promise<string> => {
  const parts = generatedPages[path] ?? {}
  const text = readFileSync(join(root, path), 'utf8').replace(marked, (_, name: string) => {
    const make = parts[name]
    if (make === undefined) throw new Error(`${path}: nothing is generated for “${name}”`)
    return `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`
  })
  const options = await resolveConfig(join(root, path))
  return format(text, { ...options, filepath: path })
}
