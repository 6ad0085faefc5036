/** True in the build of the local default, where the demo wallet may be offered. */
declare const __LOCAL__: boolean
