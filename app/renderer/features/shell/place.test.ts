import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../stores/view-store.ts';
import { hrefOf, parsePlace } from './place.ts';

const part = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined });
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.constant<Place>({ screen: 'home' }),
  part.map((item): Place => ({ screen: 'inbox', item })),
  part.map((agent): Place => ({ screen: 'agents', agent })),
  fc.tuple(part, part).map(([agent, rule]): Place => ({ screen: 'policy', agent, rule })),
  fc
    .tuple(part, part)
    .map(([run, fact]): Place => ({ screen: 'facts', run, fact: run === undefined ? undefined : fact })),
  part.map((section): Place => ({ screen: 'settings', section })),
  fc
    .tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.option(fc.integer({ min: 1 }), { nil: undefined }))
    .map(([run, entry]): Place => ({ screen: 'run', run, ...(entry === undefined ? {} : { entry }) })),
);

describe('places', () => {
  it('come back from their address', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(parsePlace(hrefOf(place))).toEqual(place);
      }),
    );
  });

  it('of an unknown address is Home', () => {
    expect(parsePlace('#/nowhere/x')).toEqual({ screen: 'home' });
    expect(parsePlace('#/runs/%')).toEqual({ screen: 'home' });
    expect(parsePlace('#token=abc')).toEqual({ screen: 'home' });
  });
});
