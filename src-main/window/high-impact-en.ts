import type { ChangeAction } from '#shared/model/change'
import { groupShellNumber, shellNumberIn } from '#shared/model/shell-number'
import type { HighImpact } from '../desk/high-impact'
import type { Removal } from '../desk/impact-of'

export interface Question {
  readonly message: string
  readonly detail: string
  /** The button that does it: a verb, with its count where there is one. */
  readonly yes: string
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const sentences: Record<ChangeAction, (rows: number) => Omit<Question, 'detail'>> = {
  disable: (n) => ({
    message: `${counted(n, 'lock')} will stop working.`,
    yes: `Disable ${counted(n, 'lock')}`,
  }),
  enable: (n) => ({ message: `${counted(n, 'lock')} will work again.`, yes: `Enable ${counted(n, 'lock')}` }),
  lend: (n) => ({ message: `${counted(n, 'loan')} will be made.`, yes: `Make ${counted(n, 'loan')}` }),
  assign: (n) => ({
    message: `${counted(n, 'asset')} will be given or taken.`,
    yes: `Change ${counted(n, 'asset')}`,
  }),
  'add-employee': (n) => ({
    message: `${counted(n, 'employee')} will be added.`,
    yes: `Add ${counted(n, 'employee')}`,
  }),
  'edit-employee': (n) => ({ message: `${counted(n, 'employee')} will be changed.`, yes: `Change ${n}` }),
  'reset-password': (n) => ({
    message: `The passwords of ${counted(n, 'employee')} will be replaced.`,
    yes: `Reset ${counted(n, 'password')}`,
  }),
  'delete-employee': (n) => ({
    message: `${counted(n, 'employee')} will be deleted and lose their access.`,
    yes: `Delete ${counted(n, 'employee')}`,
  }),
  'bind-customer': (n) => ({ message: `${counted(n, 'customer')} will be bound.`, yes: `Bind ${n}` }),
  'create-enterprise': (n) => ({
    message: `${counted(n, 'enterprise')} will be created.`,
    yes: `Create ${n}`,
  }),
  'update-customer': (n) => ({ message: `${counted(n, 'customer')} will be changed.`, yes: `Change ${n}` }),
  order: (n) => ({ message: `${counted(n, 'order batch')} will be sent.`, yes: `Send ${n}` }),
  allocate: (n) => ({
    message: `${counted(n, 'new shell number')} will be taken from the platform, for good.`,
    yes: `Allocate ${n}`,
  }),
}

const removalLine = ({ orderType, assets, products, srcLicenseOrderId }: Removal): string => {
  const what =
    orderType === 'delete_asset'
      ? counted(assets, 'asset')
      : `${products.join(', ') || 'products'} from ${counted(assets, 'lock')}`
  return srcLicenseOrderId === null
    ? `Removes ${what} from EVERY order of the customer.`
    : `Removes ${what} of order ${srcLicenseOrderId}.`
}

/** More would not fit a dialog. */
const mostLines = 8

const removal = (removals: readonly Removal[], as: string): Question => {
  const everywhere = removals.filter(({ srcLicenseOrderId }) => srcLicenseOrderId === null).length
  const lines = removals.slice(0, mostLines).map(removalLine)
  const more = removals.length - lines.length
  return {
    message:
      everywhere === 0
        ? `This takes licences away: ${counted(removals.length, 'removal order')}.`
        : `No source order is named in ${counted(everywhere, 'order')}: EVERY order of the customer is searched and loses these products.`,
    detail: [...lines, ...(more > 0 ? [`and ${more} more`] : []), as].join('\n'),
    yes: everywhere === 0 ? 'Remove' : 'Remove from every order',
  }
}

const numberOf = (assetNum: string): string => {
  const shellNumber = shellNumberIn(assetNum)
  return shellNumber === null ? assetNum : groupShellNumber(shellNumber)
}

export const questionInEnglish = (what: HighImpact): Question => {
  const as = `As ${what.operatorIdentity}.`
  switch (what.kind) {
    case 'one-more': {
      const verb = what.action === 'disable' ? 'Disable' : 'Enable'
      return {
        message: `${what.rowsLately} locks were changed here in the last ten minutes.`,
        detail: `${verb} ${numberOf(what.number)} as well, and up to 49 more? ${as}`,
        yes: verb,
      }
    }
    case 'job': {
      const of = what.enterprises === 0 ? '' : `Of ${counted(what.enterprises, 'customer')}. `
      return { ...sentences[what.action](what.rows), detail: `${of}${as}` }
    }
    case 'lend':
      return {
        message:
          what.loans === 1
            ? `The products of ${counted(what.assets, 'asset')} of ${what.memberName} move onto lock ${numberOf(what.borrowedUsbKey)}.`
            : `${counted(what.loans, 'loan')} with ${counted(what.assets, 'asset')} will be made.`,
        detail: [
          'Nothing in this app takes a loan back.',
          ...(what.loans === 1 ? [`The employee’s ID: ${what.memberGlobalId}.`] : []),
          ...(what.loans === 1 && !what.isNameListed
            ? ['The name is not from the platform’s list: the ID alone says who it is.']
            : []),
          as,
        ].join(' '),
        yes: 'Lend',
      }
    case 'removal':
      return removal(what.removals, as)
    case 'arm': {
      const becomes = what.action === 'disable' ? 'will stop working' : 'will work again'
      return {
        message: `Every lock you plug in or scan from now on ${becomes} at once, without another question.`,
        detail: `It ends with Esc, or after a minute without a lock. ${as}`,
        yes: what.action === 'disable' ? 'Disable one after another' : 'Enable one after another',
      }
    }
  }
}
