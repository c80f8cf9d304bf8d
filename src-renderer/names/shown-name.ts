import type { FreeText, Name } from '#shared/model/name'
import { hiddenName, withoutNames } from './name-registry'
import { namesAreHidden } from './names-hidden'

/** While something is made that has the names in full. */
let isInFull = false
const areHidden = (): boolean => namesAreHidden.value && !isInFull

/** Text, or nothing where there may be no name. */
type TextOf<Given> = string | Extract<Given, null | undefined>

/** The name itself, also while names are hidden: for search, order, files and fields. */
export const fullName = <Given extends Name | null | undefined>(name: Given): TextOf<Given> =>
  name as TextOf<Given>

/** The name as the page shows it or reads it out. */
export const shownName = <Given extends Name | null | undefined>(name: Given): TextOf<Given> => {
  const full = fullName(name)
  return full && areHidden() ? hiddenName : full
}

/** Text of a person or a platform as the page shows it: without the names that it contains. */
export const shownText = <Given extends FreeText | null | undefined>(text: Given): TextOf<Given> => {
  const full = fullName(text)
  return full && areHidden() ? withoutNames(full) : full
}

/** What is made here has the names in full: a file, or the text that a search compares. */
export const inFull = <Made>(make: () => Made): Made => {
  const before = isInFull
  isInFull = true
  try {
    return make()
  } finally {
    isInFull = before
  }
}
