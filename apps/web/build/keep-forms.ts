/**
 * The script of a page whose markup has a form. A form that is pressed before the app's scripts
 * have come is kept from the browser, which would load another page and lose what was typed. It is
 * sent again until the app takes it, or it is gone.
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
