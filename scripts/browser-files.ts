/**
 * What the browser is sent in one file. Left to itself the bundler makes one of every set of modules that screens share:
 * for a first visit of home 75 files of 174 KB, compressed, instead of 11 of 158 KB; over HTTP/1.1, six at a time on a slow
 * phone, that is a second and more until a page can be used. What these modules need comes along with them.
 */
export const browserFiles = [
  { name: "vendor", test: /\/node_modules\/(react|react-dom|scheduler|react-router|@lingui)\//, priority: 4 },
  { name: "icons", test: /\/src\/ui\/icons\.tsx$/, priority: 3 },
  // What every page runs, with the rows of an agenda, which are on nearly all of them. entry.client.tsx stays out of it: it
  // may only run once the router has what the page was made of.
  {
    name: "frame",
    test: /\/src\/(root\.tsx|web\/(layout\/screen|meta|page)\.tsx?|i18n\/(browser-words|messages)\.ts|ui\/(fold|note)\.tsx|features\/events\/ui\/agenda\/event-row\.tsx|features\/events\/listing\/list-event\.ts)$/,
    priority: 2,
  },
  {
    name: "event",
    test: /\/features\/events\/ui\/page\/(event-(head|text|facts|dates|credits)|attendance)\.tsx$/,
    priority: 1,
  },
  {
    name: "agenda",
    test: /\/features\/events\/ui\/(agenda\/agenda-(day-list|list|filters)|date-line)\.tsx$/,
    priority: 0,
  },
  // What the screens behind signing in are built of: the router's list of all screens, which everybody is sent, names the
  // files of each.
  {
    name: "forms",
    test: /\/src\/(web\/(editing\/(form|form-parts|read-form|sure)|pager)\.tsx?|ui\/(reveal|field|text-field|text-area|select|choice|hidden-value|panel-part|confirm-dialog|copy-handle)\.tsx|features\/accounts\/ui\/(parts|personal|signed-in-only|gate|gate-heading)\.tsx)$/,
    priority: 0,
  },
]
