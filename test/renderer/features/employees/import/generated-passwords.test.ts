// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { effectScope } from 'vue'
import { createImportSecrets } from '../../../../../src-renderer/features/employees/import/import-secrets'
import type { ImportRow } from '../../../../../src-renderer/features/employees/import/import-rows'
import { useGeneratedPasswords } from '../../../../../src-renderer/features/employees/import/use-generated-passwords'
import { always } from '../../../support/bridge-double'
import { withBridge } from '../../../support/mount-component'

it('a password found out while others are saved stays until it is saved itself', () => {
  withBridge({ 'window/unsaved-passwords': always<'window/unsaved-passwords'>(null) })
  const secrets = createImportSecrets()
  const passwords = effectScope().run(() => useGeneratedPasswords(secrets))
  if (passwords === undefined) throw new Error('no scope')
  const [first, second] = [0, 1].map((id) => ({ id })) as unknown as [ImportRow, ImportRow]
  const known = secrets.passwordFor(second.id)
  secrets.passwordFor(first.id)

  passwords.takeDone([first])
  const saved = passwords.generated.value
  // A check finds the second employee while the person chooses a file.
  passwords.takeDone([first, second])
  passwords.clearGenerated(saved)
  expect(passwords.generated.value).toEqual([second.id])
  expect([first, second].map(({ id }) => passwords.passwordOf(id))).toEqual([null, known])
})
