import { X509Certificate } from 'node:crypto'
import { messageOf } from '#shared/error-message'
import { fail, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { askCertificate } from '../../branch/database/ask-certificate'
import { addComputer, createBranch, listComputers, removeComputer } from '../../branch/database/branch-admin'
import type { AdminAccess, DeskAddress } from '../../branch/database/branch-admin'
import type { BranchComputer } from '../../branch/database/branch-connection'
import {
  addressText,
  isOnThisComputer,
  parseAdminUrl,
  parseServer,
} from '../../branch/database/database-address'
import { failureOf } from '../../branch/database/database-failure'
import { joinFileText, wordsOfAccess } from '../../branch/database/join-file'
import type { BranchAccess } from '../../branch/database/branch-access'
import { readJoinBytes } from '../../branch/read-join-bytes'
import { createRememberedAdmin } from '../../branch/remembered-admin'
import { createDeferred, raceTimeout } from '../../util/async'
import { readBytes } from '../../util/files/regular-file'
import type { CommandServices, Running } from '../command-services'
import type { BranchFailureName } from '../error-code'
import { errorLine, exitStatus } from '../protocol'
import type { ExitStatus, OutputLine } from '../protocol'
import { refuseOut, saveNewFile } from '../work-orders/order-files'
import type { BranchRequest, BranchRequestOf } from './branch-protocol'

interface BranchContext {
  readonly app: CommandServices['app']
  readonly running: Running
}

type BranchProblem = Failure<
  BranchFailureName | 'file-exists' | 'file-not-saved' | 'key-not-readable' | 'key-not-storable'
>

const maxCertificateBytes = 64 * 1024
const usageCodes = new Set<string>(['database-url-invalid', 'server-invalid', 'name-invalid'])
const missingCodes = new Set<string>([
  'database-needed',
  'password-not-storable',
  'password-not-readable',
  'key-not-readable',
  'key-not-storable',
])

const reportProblem = ({ code, message }: BranchProblem, { running }: BranchContext): ExitStatus => {
  running.emit(errorLine(code, message))
  if (usageCodes.has(code)) return exitStatus.usage
  if (code === 'branch-managed') return exitStatus.notAllowed
  return missingCodes.has(code) ? exitStatus.missing : exitStatus.failed
}

const readCertificate = async (path: string): Promise<Outcome<string, Failure<'ca-unreadable'>>> => {
  try {
    const pem = (await readBytes(path, maxCertificateBytes)).toString('utf8')
    return succeed(new X509Certificate(pem).raw.length > 0 ? pem : '')
  } catch (error) {
    return fail({ code: 'ca-unreadable', message: messageOf(error) })
  }
}

/** The administrator's connection that a command names, or the remembered one. */
const accessFor = async (
  { database, ca }: Pick<BranchRequestOf<'branch create'>, 'database' | 'ca'>,
  { app }: BranchContext,
): Promise<Outcome<AdminAccess, BranchProblem>> => {
  const certificate = ca === null ? succeed(null) : await readCertificate(ca)
  if (!certificate.ok) return certificate
  if (database !== null) {
    const url = parseAdminUrl(database)
    return url.ok ? succeed({ ...url.value, ca: certificate.value }) : url
  }
  const remembered = await createRememberedAdmin(app.files.branchAdmin, app.vault).read()
  if (remembered === null)
    return fail({ code: 'database-needed', message: 'no administrator’s connection is remembered here' })
  return succeed(certificate.value === null ? remembered : { ...remembered, ca: certificate.value })
}

const create = async (
  request: BranchRequestOf<'branch create'>,
  context: BranchContext,
): Promise<ExitStatus> => {
  const access = await accessFor(request, context)
  if (!access.ok) return reportProblem(access.error, context)
  const made = await createBranch(access.value)
  if (!made.ok) return reportProblem(made.error, context)
  await createRememberedAdmin(context.app.files.branchAdmin, context.app.vault).keep(access.value)
  context.running.emit({ type: 'branch', id: made.value.branch, database: addressText(access.value) })
  return exitStatus.ok
}

/** Where desks find the database, with the certificate that they verify it with. */
const deskAddressFor = async (
  { server, ca }: BranchRequestOf<'branch add-computer'>,
  access: AdminAccess,
): Promise<Outcome<DeskAddress | null, BranchProblem>> => {
  if (server === null) return succeed(null)
  const parsed = parseServer(server, access.port)
  if (!parsed.ok) return parsed
  if (ca !== null || isOnThisComputer(parsed.value.host)) return succeed({ ...parsed.value, ca: access.ca })
  try {
    return succeed({ ...parsed.value, ca: await askCertificate(parsed.value) })
  } catch (error) {
    return fail(failureOf(error))
  }
}

const joinFileLine = (access: BranchAccess, out: string, isNew: boolean): OutputLine => ({
  type: 'join-file',
  computer: access.computer.name,
  id: access.computer.id,
  database: addressText(access.database),
  words: [...wordsOfAccess(access, 'en')],
  wordsZh: [...wordsOfAccess(access, 'zh')],
  out,
  sameComputer: isNew ? isOnThisComputer(access.database.host) : null,
})

const add = async (
  request: BranchRequestOf<'branch add-computer'>,
  context: BranchContext,
): Promise<ExitStatus> => {
  const { computer, out } = request
  const refused = await refuseOut(out)
  if (refused !== null) return reportProblem(refused, context)
  const access = await accessFor(request, context)
  if (!access.ok) return reportProblem(access.error, context)
  const desk = await deskAddressFor(request, access.value)
  if (!desk.ok) return reportProblem(desk.error, context)
  const added = await addComputer(access.value, computer, desk.value)
  if (!added.ok) return reportProblem(added.error, context)
  const saved = await saveNewFile(out, Buffer.from(joinFileText(added.value), 'utf8'))
  if (!saved.ok) {
    // A computer whose password is lost cannot join.
    await removeComputer(access.value, added.value.computer.name)
    return reportProblem(saved.error, context)
  }
  context.running.emit(joinFileLine(added.value, out, true))
  return exitStatus.ok
}

const computerLine = (computer: BranchComputer): OutputLine => ({
  type: 'computer',
  id: computer.id,
  name: computer.name,
  state: computer.removedAt !== null ? 'removed' : computer.joinedAt === null ? 'added' : 'joined',
  addedAt: computer.addedAt,
  joinedAt: computer.joinedAt,
  lastSeenAt: computer.lastSeenAt,
  removedAt: computer.removedAt,
})

/** How long a command waits for what it reports to be true. */
const maxStatusMs = 15_000

/** Whether the exchange has come to a result: all is shared, or there is a reason why not. */
const isSettled = ({ app }: BranchContext): boolean => {
  const state = app.branch.view()?.state
  return state === undefined || (state.connected ? state.notShared === 0 : state.problem !== null)
}

/** Connects if nothing has, and waits for what comes of it. */
const settle = async (context: BranchContext): Promise<void> => {
  const { app, running } = context
  await app.branch.start()
  const settled = createDeferred<undefined>()
  const check = () => {
    if (isSettled(context)) settled.resolve(undefined)
  }
  const stopListening = app.branch.onChange(check)
  running.signal.addEventListener('abort', () => settled.resolve(undefined), { once: true })
  check()
  await raceTimeout(settled.promise, maxStatusMs)
  stopListening()
}

/** By the administrator's connection, or by that of this computer. */
const computersFor = async (
  request: BranchRequestOf<'branch computers'>,
  context: BranchContext,
): Promise<Outcome<readonly BranchComputer[], BranchProblem>> => {
  const access = await accessFor(request, context)
  if (access.ok) return listComputers(access.value)
  if (access.error.code !== 'database-needed' || context.app.branch.view() === null) return access
  await settle(context)
  return context.app.branch.computers()
}

const list = async (
  request: BranchRequestOf<'branch computers'>,
  context: BranchContext,
): Promise<ExitStatus> => {
  const computers = await computersFor(request, context)
  if (!computers.ok) return reportProblem(computers.error, context)
  for (const computer of computers.value) context.running.emit(computerLine(computer))
  return exitStatus.ok
}

const remove = async (
  request: BranchRequestOf<'branch remove-computer'>,
  context: BranchContext,
): Promise<ExitStatus> => {
  const access = await accessFor(request, context)
  if (!access.ok) return reportProblem(access.error, context)
  const removed = await removeComputer(access.value, request.computer)
  if (!removed.ok) return reportProblem(removed.error, context)
  context.running.emit(computerLine(removed.value))
  return exitStatus.ok
}

const joinBranch = async (
  { file }: BranchRequestOf<'branch join'>,
  context: BranchContext,
): Promise<ExitStatus> => {
  const bytes = await readJoinBytes(file)
  if (!bytes.ok) return reportProblem(bytes.error, context)
  const joined = await context.app.branch.join(bytes.value)
  if (!joined.ok) return reportProblem(joined.error, context)
  context.running.emit(joinFileLine(joined.value, file, false))
  return showStatus(context)
}

const statusLine = ({ app }: BranchContext): Extract<OutputLine, { readonly type: 'branch-status' }> => {
  const view = app.branch.view()
  return {
    type: 'branch-status',
    joined: view !== null,
    computer: view?.access.computer.name ?? null,
    database: view === null ? null : addressText(view.access.database),
    connected: view?.state.connected ?? false,
    notShared: view?.state.notShared ?? 0,
    lastSeenAt: view?.state.lastSeenAt ?? null,
    problem: view?.state.problem ?? app.branch.preset()?.problem?.code ?? null,
  }
}

/** Connects if nothing has, and reports what came of it. Failed where this computer cannot share. */
const showStatus = async (context: BranchContext): Promise<ExitStatus> => {
  await settle(context)
  const line = statusLine(context)
  context.running.emit(line)
  for (const changed of context.app.branch.view()?.changedEnds ?? [])
    context.running.emit({ type: 'changed-end', ...changed })
  const isSound = line.joined ? line.connected : line.problem === null
  return isSound ? exitStatus.ok : exitStatus.failed
}

const leaveBranch = async (context: BranchContext): Promise<ExitStatus> => {
  const left = await context.app.branch.leave()
  if (!left.ok) return reportProblem(left.error, context)
  context.running.emit(statusLine(context))
  return exitStatus.ok
}

/** Carries a command for a branch out. */
export const runBranchRequest = (request: BranchRequest, context: BranchContext): Promise<ExitStatus> => {
  switch (request.name) {
    case 'branch create':
      return create(request, context)
    case 'branch add-computer':
      return add(request, context)
    case 'branch computers':
      return list(request, context)
    case 'branch remove-computer':
      return remove(request, context)
    case 'branch join':
      return joinBranch(request, context)
    case 'branch status':
      return showStatus(context)
    case 'branch leave':
      return leaveBranch(context)
  }
}
