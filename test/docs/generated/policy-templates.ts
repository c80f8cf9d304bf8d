import { z } from 'zod'
import { policyKinds } from '#shared/model/app/policy'
import type { PolicyKey } from '#shared/model/app/policy'
import { policySchema } from '#shared/model/app/policy-schema'
import { managedPreferencesPath } from '../../../src-main/policy/preferences-policy'
import { registryKey } from '../../../src-main/policy/registry-policy'
import { markdownTable } from './markdown'
import { policyTexts } from './policy-texts'

const keys = Object.keys(policyKinds) as PolicyKey[]

interface FieldSchema {
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

const jsonSchema = () => {
  const schema = z.toJSONSchema(policySchema, { io: 'input' })
  const properties = Object.fromEntries(
    keys.map((key) => {
      const [title, description] = policyTexts[key].en
      return [key, { title, description: plain(description), ...(schema.properties?.[key] as object) }]
    }),
  )
  return { $schema: schema.$schema, title: 'Lock Desk policy', ...schema, properties }
}
const fieldOf = (key: PolicyKey) =>
  z.toJSONSchema(policySchema, { io: 'input' }).properties?.[key] as FieldSchema

/** Without the marks of Markdown. */
const plain = (text: string) => text.replaceAll('`', '')
const escaped = (text: string) =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The part of an administrative template that holds the value. A boolean is the policy's own on and off. */
const element = (key: PolicyKey): string => {
  const { minimum = 0, maximum = 0, enum: choices } = fieldOf(key)
  switch (policyKinds[key]) {
    case 'boolean':
      return `
      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>`
    case 'number':
      return `
      <elements>
        <decimal id="${key}" valueName="${key}" required="true" minValue="${minimum}" maxValue="${maximum}" />
      </elements>`
    default:
      return choices === undefined
        ? `
      <elements>
        <text id="${key}" valueName="${key}" required="true" maxLength="16000" />
      </elements>`
        : `
      <elements>
        <enum id="${key}" valueName="${key}" required="true">${choices
          .map(
            (choice) => `
          <item displayName="$(string.${key}_${choice})"><value><string>${choice}</string></value></item>`,
          )
          .join('')}
        </enum>
      </elements>`
  }
}

const admx = () => `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="lockdesk" namespace="LockDesk.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="supported" displayName="$(string.supported)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="lockdesk" displayName="$(string.lockdesk)" />
  </categories>
  <policies>${keys
    .map((key) => {
      const isBoolean = policyKinds[key] === 'boolean'
      const value = isBoolean ? ` valueName="${key}"` : ` presentation="$(presentation.${key})"`
      return `
    <policy name="${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}_explain)" key="${registryKey.replace('HKLM\\', '')}"${value}>
      <parentCategory ref="lockdesk" />
      <supportedOn ref="supported" />${element(key)}
    </policy>`
    })
    .join('')}
  </policies>
</policyDefinitions>
`

const labels = {
  en: { supported: 'Lock Desk 0.1 or later', json: 'JSON, with other characters than ASCII as \\uXXXX' },
  zh: { supported: 'Lock Desk 0.1 或更高版本', json: 'JSON，非 ASCII 字符写作 \\uXXXX' },
} as const

const presentation = (key: PolicyKey, language: 'en' | 'zh'): string => {
  const label = escaped(policyTexts[key][language][0])
  const { enum: choices } = fieldOf(key)
  switch (policyKinds[key]) {
    case 'boolean':
      return ''
    case 'number':
      return `<decimalTextBox refId="${key}">${label}</decimalTextBox>`
    case 'json':
      return `<textBox refId="${key}"><label>${label} (${labels[language].json})</label></textBox>`
    default:
      return choices === undefined
        ? `<textBox refId="${key}"><label>${label}</label></textBox>`
        : `<dropdownList refId="${key}" noSort="true">${label}</dropdownList>`
  }
}

const adml = (language: 'en' | 'zh') => {
  const strings = keys.flatMap((key) => {
    const [name, effect] = policyTexts[key][language]
    const choices = policyKinds[key] === 'text' ? (fieldOf(key).enum ?? []) : []
    return [
      [key, name],
      [`${key}_explain`, effect],
      ...choices.map((choice) => [`${key}_${choice}`, choice]),
    ] as [string, string][]
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Lock Desk</displayName>
  <description>Lock Desk</description>
  <resources>
    <stringTable>
      <string id="lockdesk">Lock Desk</string>
      <string id="supported">${labels[language].supported}</string>${strings
        .map(
          ([id, text]) => `
      <string id="${id}">${escaped(text)}</string>`,
        )
        .join('')}
    </stringTable>
    <presentationTable>${keys
      .filter((key) => policyKinds[key] !== 'boolean')
      .map(
        (key) => `
      <presentation id="${key}">${presentation(key, language)}</presentation>`,
      )
      .join('')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`
}

/** A profile with one key, as an example: device management writes the keys that it sets. */
const mobileconfig = () => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>PayloadType</key>
    <string>Configuration</string>
    <key>PayloadVersion</key>
    <integer>1</integer>
    <key>PayloadScope</key>
    <string>System</string>
    <key>PayloadIdentifier</key>
    <string>app.lockdesk.desktop.policy</string>
    <key>PayloadUUID</key>
    <string>6A1F5C64-6B1B-4B0E-9A55-2C7B0C4E1D01</string>
    <key>PayloadDisplayName</key>
    <string>Lock Desk</string>
    <key>PayloadContent</key>
    <array>
      <dict>
        <key>PayloadType</key>
        <string>${managedPreferencesPath.replace(/^.*\//, '').replace(/\.plist$/, '')}</string>
        <key>PayloadVersion</key>
        <integer>1</integer>
        <key>PayloadIdentifier</key>
        <string>app.lockdesk.desktop.policy.keys</string>
        <key>PayloadUUID</key>
        <string>6A1F5C64-6B1B-4B0E-9A55-2C7B0C4E1D02</string>
        <key>continuousMode</key>
        <false />
      </dict>
    </array>
  </dict>
</plist>
`

/** Files for administrators, written as a whole. */
export const policyFiles: Readonly<Record<string, () => string>> = {
  'resources/policy/policy.schema.json': () => `${JSON.stringify(jsonSchema(), null, 2)}\n`,
  'resources/policy/lock-desk.admx': admx,
  'resources/policy/en-US/lock-desk.adml': () => adml('en'),
  'resources/policy/zh-CN/lock-desk.adml': () => adml('zh'),
  'resources/policy/lock-desk.mobileconfig': mobileconfig,
}

const typeOf = (key: PolicyKey): string => {
  const { minimum, maximum, enum: choices } = fieldOf(key)
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (policyKinds[key] === 'number') return `${minimum ?? 0} to ${maximum ?? 0}`
  return policyKinds[key] === 'json' ? 'list' : policyKinds[key]
}

export const policyKeyTable = (): string =>
  markdownTable(
    ['Key', 'Values', 'Effect'],
    keys.map((key) => [`\`${key}\``, typeOf(key), policyTexts[key].en[1]]),
  )
