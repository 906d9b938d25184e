import type { Network } from '../net/network.ts';

/** A network that nothing can be reached through, for tests that make no request. */
export const NO_NETWORK: Network = {
  fetch: async () => ({ type: 'refused', reason: 'no network here' }),
  refusesToShow: async () => 'no network here',
};
