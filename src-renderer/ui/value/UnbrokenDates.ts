import { h } from 'vue'
import type { FunctionalComponent } from 'vue'

/** Text whose dates and numbers with hyphens, such as `2026-11-30`, are not broken: browsers end lines after a hyphen. */
const UnbrokenDates: FunctionalComponent<{ text: string }> = ({ text }) =>
  text.split(/(\d+(?:-\d+)+)/).map((part, at) => (at % 2 === 0 ? part : h('span', { class: 'nowrap' }, part)))
UnbrokenDates.props = ['text']

export default UnbrokenDates
