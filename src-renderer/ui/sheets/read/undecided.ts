/** The meaning of a column that the user must decide on. No key of a field is this text. */
export const undecided = '?'
