export const sheetKinds = ['csv', 'xlsx'] as const
export type SheetKind = (typeof sheetKinds)[number]
