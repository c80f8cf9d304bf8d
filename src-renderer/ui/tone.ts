/** What a result means, as a color: `text-${tone}` of `layout.css`. */
export type Tone = 'good' | 'warning' | 'danger' | 'unknown' | 'quiet' | 'plain'
