import type { PlatformFields } from '#shared/model/app/saved-platform'
import { createOriginCheck } from '../util/origins'

type Addresses = Pick<PlatformFields, 'baseUrl' | 'userCentreUrl'>

const addressesOf = ({ baseUrl, userCentreUrl }: Addresses): string[] => [baseUrl, userCentreUrl]

/** Allows requests from the page to the addresses of saved platforms; other addresses need a confirmation. */
export const createAddressCheck = (deps: {
  readonly saved: () => readonly Addresses[]
  readonly confirm: (origins: readonly string[]) => Promise<boolean>
}) => {
  const isAllowed = createOriginCheck({
    known: () => deps.saved().flatMap(addressesOf),
    confirm: deps.confirm,
  })
  return (fields: Addresses): Promise<boolean> => isAllowed(addressesOf(fields))
}
export type AddressCheck = ReturnType<typeof createAddressCheck>
