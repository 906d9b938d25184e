/** Words of the run screen. */
export const run = {} as const;
