/** Words of the agents screen. */
export const agents = {} as const;
