const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** A channel order number from a time of this computer, to the second: `LD-20261130-142501`. */
export const generateOrderNumber = (now: Date): string => {
  const day = `${String(now.getFullYear())}${twoDigits(now.getMonth() + 1)}${twoDigits(now.getDate())}`
  return `LD-${day}-${twoDigits(now.getHours())}${twoDigits(now.getMinutes())}${twoDigits(now.getSeconds())}`
}
