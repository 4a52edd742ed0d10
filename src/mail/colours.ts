/** The light and dark colours of the design (src/ui/styles/tokens.css), in a notation that every mail program supports. */
export const paper = {
  ground: "#f5f2ea",
  text: "#14110e",
  second: "#3d3833",
  third: "#57514b",
  hair: "#cdc7ba",
  error: "#a3231c",
  coming: "#1b6b42",
  lamp: "#fae04b",
  onLamp: "#14110e",
} as const

const night = `.bg { background: #120f0c !important; } .t { color: #f3f0e8 !important; } .t2 { color: #c9c4ba !important; } .t3 { color: #a59f95 !important; } .rule { border-color: #f3f0e8 !important; } .hair { border-color: #3c3731 !important; } .err { color: #ff8a7a !important; } .yes { color: #7be3a4 !important; } .int { color: #fae04b !important; } .by-day { display: none !important; } .by-night { display: block !important; max-height: none !important; }`

/** Outlook's dark mode sets an attribute instead of matching the media query. */
const nightInOutlook = night.replaceAll(/(^|\} )\./g, "$1[data-ogsc] .")

/**
 * The style sheet of mails. Light colours are set on each element, for programs that drop this sheet; dark ones are added where
 * it is supported.
 */
export const sheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; }
img { border: 0; display: block; }
a { text-decoration: underline; text-underline-offset: 2px; }
@media (max-width: 480px) { .pad { padding-left: 16px !important; padding-right: 16px !important; } .poster { width: 82px !important; height: 110px !important; } .pcell { width: 84px !important; } .gap { width: 14px !important; } .title { font-size: 30px !important; } .beside { font-size: 26px !important; } .day { font-size: 60px !important; } }
@media (prefers-color-scheme: dark) { ${night} }
${nightInOutlook}`

const gothic = "'Special Gothic Variable',Arial,Helvetica,sans-serif"
const condensed = "'Special Gothic Condensed One','Arial Narrow','Roboto Condensed',Arial,sans-serif"
const reading = "'Newsreader Variable',Georgia,'Times New Roman',serif"

/** The typography of the design, in fonts that mail programs have. */
export const type = {
  title: `font:400 40px/1 ${condensed}`,
  section: `font:400 30px/1 ${condensed}`,
  promise: `font:400 24px/1.04 ${condensed}`,
  head: `font:400 44px/1 ${condensed}`,
  lead: `font:400 21px/1.45 ${reading}`,
  read: `font:400 18px/1.5 ${reading}`,
  row: `font:600 18px/24px ${gothic}`,
  base: `font:400 16px/23px ${gothic}`,
  strong: `font:600 16px/20px ${gothic}`,
  small: `font:400 14px/21px ${gothic}`,
  day: `font:400 72px/0.86 ${condensed}`,
  dayName: `font:600 15px/19px ${gothic}`,
  daysOff: `font:400 34px/1 ${condensed}`,
  daysOffWords: `font:400 17px/1 ${reading}`,
  hour: `font:600 18px/22px ${gothic}`,
  rowTitle: `font:400 32px/1 ${condensed}`,
  place: `font:400 15px/21px ${gothic}`,
  category: `font:500 14px/20px ${gothic}`,
  links: `font:500 14px/24px ${gothic}`,
} as const
