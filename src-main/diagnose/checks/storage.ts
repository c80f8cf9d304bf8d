import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Finding } from '#shared/model/app/diagnosis'
import type { VaultState } from '#shared/model/app/vault-status'
import { createFinding, detailOf, openPage } from '../check'
import type { Check } from '../check'
import type { DiagnosisSources } from '../sources'

const isOwnedByOtherProcess = (problem: DiagnosisSources['journalProblem']): boolean =>
  problem?.code === 'locked' || problem?.code === 'elsewhere'

const mebibyte = 1024 * 1024
/** The journal grows by some megabytes on a busy day; a list of 100,000 records takes about 50 MB. */
const spaceLimits = { warning: 500 * mebibyte, problem: 50 * mebibyte }

const freeAt = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Checks both folders: the journal may be on another volume. */
const space: Check['run'] = async ({ folder, journal }) => {
  const folders = journal.folder === '' ? [folder] : [folder, journal.folder]
  try {
    const free = Math.min(...(await Promise.all(folders.map(freeAt))))
    if (free < spaceLimits.problem) return createFinding('problem', 'space-critical', { free })
    if (free < spaceLimits.warning) return createFinding('warning', 'space-low', { free })
    return createFinding('ok', 'space-enough', { free })
  } catch (error) {
    return createFinding('note', 'space-not-reported', { detail: detailOf(error) })
  }
}

const journalCheck: Check['run'] = async (sources, { signal }) => {
  const { journal, journalProblem } = sources
  if (journalProblem !== null || journal.folder === '') {
    if (journalProblem?.code === 'newer')
      return createFinding('problem', 'journal-newer', {}, openPage('journal'))
    if (isOwnedByOtherProcess(journalProblem)) return createFinding('note', 'skipped', { after: 'owner' })
    const detail = journalProblem?.message ?? ''
    return createFinding('problem', 'journal-not-open', { detail }, { kind: 'open-folder' })
  }
  const report = await sources.verifyJournal(journal.files(), signal)
  signal.throwIfAborted()
  if (report === null) throw new Error('the verification of the journal was stopped')
  const { head, records } = report
  if (records === 0 && report.isWhole) return createFinding('ok', 'journal-empty', {}, openPage('journal'))
  const lines = report.files.reduce((sum, { damagedCount }) => sum + damagedCount, 0)
  if (!report.isWhole) {
    return createFinding(
      'problem',
      'journal-damaged',
      { lines, records, head: head.hash },
      openPage('journal'),
    )
  }
  if (report.reportedDamage > 0) {
    return createFinding(
      'note',
      'journal-damage-reported',
      { records, lines: report.reportedDamage, head: head.hash },
      openPage('journal'),
    )
  }
  const facts = { records, files: report.files.length, head: head.hash }
  return createFinding('ok', 'journal-intact', facts, { kind: 'copy', what: 'hash', text: head.hash })
}

const owner = ({ journal, journalProblem }: DiagnosisSources): Finding => {
  if (isOwnedByOtherProcess(journalProblem)) return createFinding('problem', 'owner-elsewhere', {})
  return journal.folder === ''
    ? createFinding('note', 'owner-none', {}, { kind: 'open-folder' })
    : createFinding('ok', 'owner-here', {})
}

const vaultLevels: Readonly<Record<VaultState, Finding['level']>> = {
  keyring: 'ok',
  passphrase: 'ok',
  memory: 'note',
  'keyring-changed': 'warning',
  'keyring-locked': 'warning',
  'passphrase-locked': 'warning',
}

const vault = (sources: DiagnosisSources): Finding => {
  const { state, backend, kept, unreadable } = sources.vault()
  return createFinding(
    vaultLevels[state],
    'vault',
    { state, backend, kept, unreadable },
    openPage('settings#vault'),
  )
}

/** Files that only this user may read. */
const privateFiles = [
  'vault.json',
  'environments.json',
  'register.json',
  'loans.json',
  'lock-names.json',
  'saved-views.json',
  'reminders.json',
  'trusted-keys.json',
  'used-orders.log',
  'branch.json',
  'branch-admin.json',
  'branch',
  'result-log.json',
  'queue.json',
  'drafts.json',
  'lists.json',
  'unfinished.json',
  'journal',
  'known-records',
  'logs',
] as const

const otherUsersMask = 0o077
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`

interface FilePermissions {
  readonly name: string
  readonly isOpen: boolean
  readonly isForeign: boolean
}

const permissionsOf = async (path: string, name: string): Promise<FilePermissions[]> => {
  try {
    const { mode, uid } = await stat(path)
    const isForeign = process.getuid !== undefined && process.getuid() !== 0 && uid !== process.getuid()
    return [{ name, isOpen: (mode & otherUsersMask) !== 0, isForeign }]
  } catch {
    return []
  }
}

/** Checks the files inside subfolders. */
const readPermissions = async (folder: string): Promise<FilePermissions[]> => {
  const permissions = privateFiles.map(async (name) => {
    const path = join(folder, name)
    const inside = await readdir(path).catch((): string[] => [])
    const ofFolder = await permissionsOf(path, name)
    return [
      ...ofFolder,
      ...(await Promise.all(inside.map((one) => permissionsOf(join(path, one), name)))).flat(),
    ]
  })
  return (await Promise.all(permissions)).flat()
}

const permissions: Check['run'] = async ({ folder, platform }) => {
  try {
    await access(folder, constants.R_OK | constants.W_OK)
  } catch {
    return createFinding('problem', 'permissions-unwritable', {}, { kind: 'open-folder' })
  }
  if (platform === 'win32') return createFinding('ok', 'permissions-by-system', {})
  const [own] = await permissionsOf(folder, basename(folder))
  const files = await readPermissions(folder)
  const foreign = files.find(({ isForeign }) => isForeign)
  if (foreign !== undefined) {
    return createFinding('warning', 'permissions-foreign', { file: foreign.name }, { kind: 'open-folder' })
  }
  // Files in a private folder are not accessible, whatever their own permissions.
  const openFiles = own?.isOpen === false ? [] : files.filter(({ isOpen }) => isOpen)
  const [first] = openFiles
  if (first === undefined) return createFinding('ok', 'permissions-private', { files: files.length })
  return createFinding(
    'warning',
    'permissions-open',
    { files: openFiles.length, file: first.name },
    {
      kind: 'copy',
      what: 'command',
      text: `chmod 700 ${quoted(folder)}`,
    },
  )
}

const resultLog = ({ resultLog: states }: DiagnosisSources): Finding => {
  const found = states()
  const failed = found.find(({ failure }) => failure !== null)
  const waiting = Math.max(0, ...found.map(({ waiting: records }) => records))
  if (failed?.failure != null)
    return createFinding('warning', 'result-log-failed', { waiting, detail: failed.failure })
  return createFinding('ok', 'result-log-delivered', { waiting })
}

export const storageChecks: readonly Check[] = [
  { id: 'space', limitMs: 5_000, run: space },
  { id: 'journal', limitMs: 120_000, run: journalCheck },
  { id: 'owner', limitMs: 2_000, run: owner },
  { id: 'vault', limitMs: 2_000, run: vault },
  { id: 'permissions', limitMs: 10_000, run: permissions },
  {
    id: 'result-log',
    limitMs: 2_000,
    applies: (sources) => sources.resultLog().length > 0,
    run: resultLog,
  },
]
