/**
 * The script of a page whose markup has a form. If a form is submitted before the app's scripts
 * have come, the browser would load another page and lose what was typed. So this stops it, and
 * submits the form again until the app takes it or the form is gone.
 */
export const keepForms = `
let again
addEventListener('submit', (event) => {
  clearTimeout(again)
  if (event.defaultPrevented) return
  event.preventDefault()
  again = setTimeout(() => event.target.requestSubmit(), 100)
})
`
