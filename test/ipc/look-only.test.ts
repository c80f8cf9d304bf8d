import { describe, expect, it } from 'vitest'
import { commandNames } from '#shared/bridge/command-names'
import { commands } from '#shared/bridge/commands'
import type { CommandName } from '#shared/bridge/commands'
import { refuseLookOnly } from '../../src-main/ipc/refuse-look-only'
import { changingInputs } from '../support/changing-inputs'

const changing = (Object.keys(changingInputs) as (keyof typeof changingInputs)[]).map(
  (name) => [name, changingInputs[name]] as const,
)
const codes = (isLookOnly: boolean) => {
  const refuse = refuseLookOnly(commands, () => isLookOnly)
  return Object.fromEntries(commandNames.map((name) => [name, refuse(name)?.code ?? null]))
}

describe('a platform that is look only', () => {
  it.each(changing)('refuses %s, whose input is valid', (name, input) => {
    expect(commands[name].input.safeParse(input).success).toBe(true)
    expect(codes(true)[name]).toBe('look-only')
  })

  it('refuses the changing commands of the table and no other', () => {
    const refused = Object.entries(codes(true)).flatMap(([name, code]) => (code === null ? [] : [name]))
    expect(refused.sort()).toEqual(
      commandNames.filter((name: CommandName) => 'isChange' in commands[name]).sort(),
    )
    expect(Object.values(codes(false)).every((code) => code === null)).toBe(true)
  })
})
