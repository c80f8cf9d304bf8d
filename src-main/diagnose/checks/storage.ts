import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Finding } from '#shared/model/diagnosis'
import type { VaultState } from '#shared/model/vault-status'
import { found, messageOf, open } from '../check'
import type { Check } from '../check'
import type { DiagnoseParts } from '../parts'

const mebibyte = 1024 * 1024
/** A journal of a busy day is some megabytes; a list of 100,000 records some fifty. */
const spaceLimits = { warning: 500 * mebibyte, problem: 50 * mebibyte }

const freeAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The journal may lie on a volume of its own. */
const space: Check['run'] = async ({ folder, journal }) => {
  const folders = journal.folder === '' ? [folder] : [folder, journal.folder]
  try {
    const free = Math.min(...(await Promise.all(folders.map(freeAt))))
    if (free < spaceLimits.problem) return found('problem', 'space-out', { free })
    if (free < spaceLimits.warning) return found('warning', 'space-low', { free })
    return found('ok', 'space-enough', { free })
  } catch (error) {
    return found('note', 'space-not-told', { detail: messageOf(error) })
  }
}

const journalCheck: Check['run'] = async (parts, { signal }) => {
  const { journal, journalProblem } = parts
  if (journalProblem !== null || journal.folder === '') {
    if (journalProblem?.code === 'newer') return found('problem', 'journal-newer', {}, open('journal'))
    if (journalProblem?.code === 'locked') return found('note', 'skipped', { after: 'owner' })
    const detail = journalProblem?.message ?? ''
    return found('problem', 'journal-shut', { detail }, { kind: 'open-folder' })
  }
  const report = await parts.verifyJournal(journal.files(), signal)
  signal.throwIfAborted()
  if (report === null) throw new Error('the journal was not read to its end')
  const { head, records } = report
  if (records === 0 && report.isWhole) return found('ok', 'journal-empty', {}, open('journal'))
  const lines = report.files.reduce((sum, { damagedCount }) => sum + damagedCount, 0)
  if (!report.isWhole) {
    return found('problem', 'journal-damaged', { lines, records, head: head.hash }, open('journal'))
  }
  if (report.noted > 0) {
    return found('note', 'journal-noted', { records, lines: report.noted, head: head.hash }, open('journal'))
  }
  const facts = { records, files: report.files.length, head: head.hash }
  return found('ok', 'journal-whole', facts, { kind: 'copy', what: 'hash', text: head.hash })
}

const owner = ({ journal, journalProblem }: DiagnoseParts): Finding => {
  if (journalProblem?.code === 'locked') return found('problem', 'owner-elsewhere', {})
  return journal.folder === ''
    ? found('note', 'owner-nobody', {}, { kind: 'open-folder' })
    : found('ok', 'owner-here', {})
}

const vaultLevels: Readonly<Record<VaultState, Finding['level']>> = {
  keyring: 'ok',
  passphrase: 'ok',
  memory: 'note',
  'keyring-changed': 'warning',
  'keyring-locked': 'warning',
  'passphrase-locked': 'warning',
}

const vault = (parts: DiagnoseParts): Finding => {
  const { state, backend, kept, unreadable } = parts.vault()
  return found(vaultLevels[state], 'vault', { state, backend, kept, unreadable }, open('settings#vault'))
}

/** What is for this person alone, by the names that the app gives. */
const privateFiles = [
  'vault.json',
  'environments.json',
  'register.json',
  'loans.json',
  'queue.json',
  'drafts.json',
  'journal',
  'known-records',
  'logs',
] as const

const othersMay = 0o077
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`

interface FileRights {
  readonly name: string
  readonly isOpen: boolean
  readonly isForeign: boolean
}

const rightsOf = async (path: string, name: string): Promise<FileRights[]> => {
  try {
    const { mode, uid } = await stat(path)
    const isForeign = process.getuid !== undefined && process.getuid() !== 0 && uid !== process.getuid()
    return [{ name, isOpen: (mode & othersMay) !== 0, isForeign }]
  } catch {
    return []
  }
}

/** The files themselves where there are folders of them. */
const lookedAt = async (folder: string): Promise<FileRights[]> => {
  const rights = privateFiles.map(async (name) => {
    const path = join(folder, name)
    const inside = await readdir(path).catch((): string[] => [])
    const own = await rightsOf(path, name)
    return [...own, ...(await Promise.all(inside.map((one) => rightsOf(join(path, one), name)))).flat()]
  })
  return (await Promise.all(rights)).flat()
}

const rights: Check['run'] = async ({ folder, platform }) => {
  try {
    await access(folder, constants.R_OK | constants.W_OK)
  } catch {
    return found('problem', 'rights-unwritable', {}, { kind: 'open-folder' })
  }
  if (platform === 'win32') return found('ok', 'rights-by-system', {})
  const [own] = await rightsOf(folder, basename(folder))
  const files = await lookedAt(folder)
  const foreign = files.find(({ isForeign }) => isForeign)
  if (foreign !== undefined) {
    return found('warning', 'rights-foreign', { file: foreign.name }, { kind: 'open-folder' })
  }
  // Nobody gets at what lies in a folder that is closed.
  const openFiles = own?.isOpen === false ? [] : files.filter(({ isOpen }) => isOpen)
  const [first] = openFiles
  if (first === undefined) return found('ok', 'rights-private', { files: files.length })
  return found(
    'warning',
    'rights-open',
    { files: openFiles.length, file: first.name },
    {
      kind: 'copy',
      what: 'command',
      text: `chmod 700 ${quoted(folder)}`,
    },
  )
}

export const storageChecks: readonly Check[] = [
  { id: 'space', limitMs: 5_000, run: space },
  { id: 'journal', limitMs: 120_000, run: journalCheck },
  { id: 'owner', limitMs: 2_000, run: owner },
  { id: 'vault', limitMs: 2_000, run: vault },
  { id: 'rights', limitMs: 10_000, run: rights },
]
