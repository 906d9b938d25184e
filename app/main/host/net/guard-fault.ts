/** The connection led elsewhere than to the address that was checked: nothing was written to it (rule S14). */
export class GuardFault extends Error {}
