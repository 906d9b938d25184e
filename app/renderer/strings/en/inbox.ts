/** Words of the inbox screen. */
export const inbox = {} as const;
