import { isDeepStrictEqual } from 'node:util'
import type { CommandInput, CommandName } from '#shared/bridge/commands'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import type { ChangeAction } from '#shared/model/changes/change'
import { canBeOrdered, countsWithoutOrder } from '#shared/model/changes/work-order'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { managedSettings, permissionOf } from '#shared/model/app/policy'
import type { ManagedSetting, Permission, Policy, PolicyState } from '#shared/model/app/policy'
import type { UpdateChoices } from '#shared/model/app/update'
import type { Failure } from '#shared/outcome'

export type PolicyFailure = Failure<
  | 'not-allowed'
  | 'work-order-required'
  | 'changes-limited'
  | 'policy-unreadable'
  | 'loan-too-long'
  | 'too-many-loans'
  | 'loans-unknown'
>

interface Addresses {
  readonly baseUrl: string
  readonly userCentreUrl: string
}

export interface PolicyRules {
  readonly state: PolicyState
  /** The settings that the policy sets. */
  readonly settings: Partial<Pick<Policy, ManagedSetting>>
  /** Why a job with this many items (locks, assets, numbers, employees, orders) may not be sent; null if it may. */
  readonly refuseJob: (action: ChangeAction, itemCount: number) => PolicyFailure | null
  /** Why one request of a job may not have this many items; null if it may. */
  readonly refuseRequest: (action: ChangeAction, itemCount: number) => PolicyFailure | null
  /** Why a loan that began then (ms since 1970) may not be due on this day; null has no due date. */
  readonly refuseDueDate: (dueOn: string | null, since: number) => PolicyFailure | null
  /** Why these loans may not begin now; the most locks of an employee are null where that is not known. */
  readonly refuseLoans: (loans: {
    readonly dueDates: readonly (string | null)[]
    readonly mostPerEmployee: number | null
  }) => PolicyFailure | null
  /**
   * Why these changes need a signed work order; null if they do not. Those of the last ten minutes count, too: infinitely
   * many if that is not known.
   */
  readonly refuseWithoutOrder: (action: ChangeAction, changeCount: number) => PolicyFailure | null
  /** Why the page may not do this; null if it may. Jobs are checked where they are sent. */
  readonly refuseCommand: (name: CommandName, input: unknown) => PolicyFailure | null
  readonly allowsPlatform: (platform: Addresses) => boolean
  /** Whether the organization forbids every change of the platform at this address. */
  readonly isLookOnly: (baseUrl: string) => boolean
  /** The choices of updates with those of the policy. */
  readonly updateChoices: (choices: UpdateChoices) => UpdateChoices
}

const notAllowed = (what: string): PolicyFailure => ({
  code: 'not-allowed',
  message: `the policy does not allow ${what}`,
})

type Check<Name extends CommandName> = (input: CommandInput<Name>) => PolicyFailure | null

/** What a refusal names. */
const permissionNames: Readonly<Record<Permission, string>> = {
  continuousMode: 'continuous mode',
  orders: 'orders',
  deletions: 'deletions',
}

const limitMessage = (max: number, changeCount: number): string =>
  changeCount === Infinity
    ? 'how many changes there were is not known; wait ten minutes'
    : `the policy allows ${max} changes in ten minutes`

/** The keys for requests that the page divides; main divides the others itself. */
const perRequest: Partial<Record<ChangeAction, 'assetsPerCall' | 'numbersPerCall'>> = {
  assign: 'assetsPerCall',
  lend: 'assetsPerCall',
  allocate: 'numbersPerCall',
}

/** What the policy allows. Main asks it for every command and every job, so that no page gets round it. */
export const createPolicyRules = (state: PolicyState, now: () => number = Date.now): PolicyRules => {
  const { policy } = state
  const unreadable: PolicyFailure | null =
    state.state === 'unreadable'
      ? { code: 'policy-unreadable', message: `${state.source}: ${state.problem}` }
      : null

  const allowsPlatform = ({ baseUrl, userCentreUrl }: Addresses): boolean =>
    policy.platforms?.some(
      (one) =>
        normalizeAddress(one.baseUrl) === normalizeAddress(baseUrl) &&
        normalizeAddress(one.userCentreUrl) === normalizeAddress(userCentreUrl),
    ) ?? true

  const isLookOnly = (baseUrl: string): boolean =>
    policy.platforms?.some(
      (one) => one.lookOnly === true && normalizeAddress(one.baseUrl) === normalizeAddress(baseUrl),
    ) ?? false

  const refusePermission = (permission: Permission | undefined): PolicyFailure | null =>
    permission !== undefined && policy[permission] === false ? notAllowed(permissionNames[permission]) : null

  const refuseJob = (action: ChangeAction, itemCount: number): PolicyFailure | null => {
    if (unreadable !== null) return unreadable
    const forbidden = refusePermission(permissionOf(action))
    if (forbidden !== null) return forbidden
    const { maxRowsPerJob } = policy
    return maxRowsPerJob !== undefined && itemCount > maxRowsPerJob
      ? notAllowed(`more than ${maxRowsPerJob} items in a job`)
      : null
  }

  const refuseRequest = (action: ChangeAction, itemCount: number): PolicyFailure | null => {
    const setting = perRequest[action]
    const max = setting === undefined ? undefined : policy[setting]
    return max !== undefined && itemCount > max ? notAllowed(`more than ${max} items in a request`) : null
  }

  const refuseDueDate = (dueOn: string | null, since: number): PolicyFailure | null => {
    const { maxLoanDays: max } = policy
    if (max === undefined || (dueOn !== null && dueOn <= dayAfter(dayOf(since), max))) return null
    return { code: 'loan-too-long', message: `the policy allows loans of at most ${max} days` }
  }
  const refuseLoans: PolicyRules['refuseLoans'] = (loans) => {
    for (const dueOn of loans.dueDates) {
      const refusal = refuseDueDate(dueOn, now())
      if (refusal !== null) return refusal
    }
    const { maxLoansPerEmployee: max } = policy
    if (max === undefined) return null
    // Counted only where there is a limit.
    const { mostPerEmployee } = loans
    if (mostPerEmployee === null)
      return { code: 'loans-unknown', message: 'the lists do not tell how many loans the employee has' }
    return mostPerEmployee > max
      ? { code: 'too-many-loans', message: `the policy allows ${max} loans per employee` }
      : null
  }

  const refuseWithoutOrder = (action: ChangeAction, changeCount: number): PolicyFailure | null => {
    const { maxRowsWithoutWorkOrder: max } = policy
    if (max === undefined || !countsWithoutOrder(action) || changeCount <= max) return null
    if (max === 0 && !canBeOrdered(action)) return notAllowed(`${action} without a work order`)
    return max > 0 && (!canBeOrdered(action) || changeCount === Infinity)
      ? { code: 'changes-limited', message: limitMessage(max, changeCount) }
      : { code: 'work-order-required', message: `the policy requires a work order above ${max} changes` }
  }

  const refusePlatform = (platform: Addresses) =>
    unreadable ?? (allowsPlatform(platform) ? null : notAllowed('this platform'))

  const updates = (choices: UpdateChoices): UpdateChoices => ({
    mode: policy.updateMode ?? choices.mode,
    server: policy.updateServer ?? choices.server,
  })
  const refuseUpdate = () => (policy.updateMode === 'off' ? notAllowed('updates') : null)

  const checks: { readonly [Name in CommandName]?: Check<Name> } = {
    'settings/change': (changes) =>
      managedSettings.some((name) => name in changes && name in policy && changes[name] !== policy[name])
        ? notAllowed('this setting')
        : null,
    'continuous/start': () => unreadable ?? refusePermission('continuousMode'),
    'outbox/add': ({ action, rows }) =>
      refuseJob(action, rows.length) ?? refuseWithoutOrder(action, rows.length),
    'connect/test': ({ fields }) => refusePlatform(fields),
    'connect/save': ({ fields }) => refusePlatform(fields),
    'updates/choose': (choices) =>
      isDeepStrictEqual(updates(choices), choices) ? null : notAllowed('this choice of updates'),
    'updates/check': refuseUpdate,
    'updates/use-file': refuseUpdate,
    'updates/download': refuseUpdate,
    'updates/install': refuseUpdate,
  }

  return {
    state,
    settings: Object.fromEntries(
      managedSettings.flatMap((name) => (policy[name] === undefined ? [] : [[name, policy[name]]])),
    ),
    refuseJob,
    refuseRequest,
    refuseDueDate,
    refuseLoans,
    refuseWithoutOrder,
    refuseCommand: (name, input) =>
      (checks[name] as Check<CommandName> | undefined)?.(input as never) ?? null,
    allowsPlatform,
    isLookOnly,
    updateChoices: updates,
  }
}
