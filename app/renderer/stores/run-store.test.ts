import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../testing/sample-run.ts';
import { foldEntries, foldSignal, type RunView } from './run-store.ts';

const nothing: RunView = { state: undefined, streaming: '', output: new Map(), entries: [], fault: undefined };
const call = sampleCall('c', 'read_file');

describe('foldEntries', () => {
  it('gives the same view however often and however cut the entries arrive (recipes 3: StrictMode subscribes twice)', () => {
    const make = () =>
      sampleEntries([sampleStart('Go'), sampleReply('', [call]), ...sampleRun(call), sampleReply('Done.')]);
    const whole = foldEntries(nothing, make());
    fc.assert(
      fc.property(fc.array(fc.nat({ max: make().length }), { maxLength: 8 }), (cuts) => {
        const entries = make();
        let view = nothing;
        for (const cut of cuts.toSorted((a, b) => a - b)) view = foldEntries(view, entries.slice(0, cut));
        view = foldEntries(view, entries);
        expect(view.entries.map((entry) => entry.seq)).toEqual(whole.entries.map((entry) => entry.seq));
        expect(view.state?.transcript).toEqual(whole.state?.transcript);
      }),
    );
  });

  it('drops what streamed once the whole reply is on the log', () => {
    const entries = sampleEntries([sampleStart('Go'), sampleReply('Eight differences.')]);
    const streaming = foldSignal(foldEntries(nothing, entries.slice(0, 1)), {
      type: 'text-delta',
      run: 'run-1',
      text: 'Eight dif',
    });
    expect(streaming.streaming).toBe('Eight dif');
    expect(foldEntries(streaming, entries).streaming).toBe('');
  });

  it('leaves the view as it is when nothing is new', () => {
    const view = foldEntries(nothing, sampleEntries([sampleStart('Go')]));
    expect(foldEntries(view, sampleEntries([sampleStart('Go')]))).toBe(view);
  });
});
