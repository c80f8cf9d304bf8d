/** The host of an address, with its port; what is no address stays. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)
