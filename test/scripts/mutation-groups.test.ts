import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { groups } from '../../scripts/mutation/groups.mjs'

/** The single patterns of one in braces, each of which must match a file. */
const alternatives = (pattern: string): string[] => {
  const names = /\{([^}]+)\}/.exec(pattern)?.[1]?.split(',') ?? ['']
  return names.map((name) => pattern.replace(/\{[^}]+\}/, name))
}
const hasFile = (pattern: string): boolean => {
  const [start = '', end = ''] = basename(pattern).split('*')
  const files = readdirSync(dirname(pattern))
  return files.some((file) =>
    pattern.includes('*') ? file.startsWith(start) && file.endsWith(end) : file === basename(pattern),
  )
}

describe.each(Object.entries(groups))('the mutation group %s', (_, { mutate, tests }) => {
  it.each([...mutate, ...tests])('has files for %s', (pattern) => {
    expect(alternatives(pattern).filter((file) => !hasFile(file))).toEqual([])
  })
})
