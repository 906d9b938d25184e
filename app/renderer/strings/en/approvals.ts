/** Words of the approvals screen. */
export const approvals = {} as const;
