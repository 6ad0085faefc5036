/** Loaded into a real process (`node --import`): shifts its clock by SHIFT_CLOCK_MS. */
const shiftMs = Number(process.env.SHIFT_CLOCK_MS)
const SystemDate = globalThis.Date
const systemNow = SystemDate.now

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, self) =>
    Reflect.construct(target, args.length === 0 ? [systemNow() + shiftMs] : args, self),
})
SystemDate.now = () => systemNow() + shiftMs
