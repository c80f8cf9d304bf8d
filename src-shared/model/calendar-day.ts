/** The local calendar day, such as `2026-11-30`, as used in files, commands and date fields. */
export const dayOf = (time: number | Date): string => {
  const date = new Date(time)
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${String(date.getFullYear())}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** The day `days` calendar days after `day`. Noon, so that daylight saving time does not move it to another day. */
export const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T12:00:00`)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}
