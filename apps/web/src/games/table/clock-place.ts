/**
 * Where the play clock stands, also before it is loaded: above all of a game's screen that scrolls
 * or sticks.
 */
export const clockPlace = 'sticky top-0 z-20 min-h-11 bg-bg px-4.5 wide:-mx-3.5 wide:px-3.5'
