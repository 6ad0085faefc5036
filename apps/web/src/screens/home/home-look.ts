/** Both heads are equally high: a page shows a visitor's first, to everyone. */
export const homeLook = {
  head: 'min-h-45 wide:min-h-38',
  body: 'px-4.5 pt-px pb-4 wide:px-0 wide:pt-1.5',
}
