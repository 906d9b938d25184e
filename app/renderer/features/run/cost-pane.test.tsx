import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Price } from '#contract/model';
import { foldRun } from '#contract/projections/run-state';
import { sampleEntries, sampleReply, sampleStart } from '../../testing/sample-run.ts';
import { CostPane } from './cost-pane.tsx';
import { moreWords } from './more-words.ts';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const price: Price = {
  model: 'anthropic/claude-sonnet-4-5',
  input: 3,
  output: 15,
  source: 'https://platform.claude.com/docs/en/about-claude/pricing',
  date: '2026-10-10',
  own: false,
};

/** A reply of 10 tokens read and 5 written. */
const reply = (rest: Partial<Extract<RunEvent, { type: 'model-called' }>>): RunEvent =>
  ({ ...sampleReply('Thinking.'), ...rest }) as RunEvent;

function show(...replies: RunEvent[]): string {
  const entries = sampleEntries([sampleStart('hello'), ...replies]);
  const state = foldRun(entries);
  if (!state) throw new Error('the run has entries');
  render(<CostPane state={state} entries={entries} />);
  return document.body.textContent ?? '';
}

describe('the Cost tab', () => {
  it('says the sum, by which price, from where and of which day', () => {
    const text = show(reply({ usd: 0.25, price }), reply({ usd: 0.16, price }));
    expect(text).toContain('2 calls of the model, 30 tokens, 0.41 USD.');
    expect(text).toContain('0.41 of 1.00 USD');
    expect(text).toContain('A million tokens written15.00 USD');
    expect(text).toMatch(/As of(10 Oct 2026|Oct 10, 2026)/);
    const source = screen.getByRole('button', { name: 'platform.claude.com' });
    expect(source.getAttribute('title')).toBe(price.source);
    expect(document.querySelectorAll('a[href^="http"]')).toHaveLength(0);
  });

  it('says that a price is unknown, claims no sum, and that the limit can’t hold', () => {
    const text = show(reply({}));
    expect(text).toContain('What they cost is not known.');
    expect(text).toContain('Moneyunknown price');
    expect(text).toContain('The limit of 1.00 USD can’t hold with it');
    expect(text).not.toContain('0.00 USD');
    expect(screen.getByRole('link', { name: 'Set a price' }).getAttribute('href')).toContain('settings/prices');
  });

  it('keeps what is known apart from what is not', () => {
    const text = show(reply({ usd: 0.25, price }), reply({}));
    expect(text).toContain('0.25 USD for those whose price was known.');
    expect(text).toContain('0.25 USD and 1 call of unknown price');
  });

  it('says that a model on this computer costs nothing', () => {
    const here = { ...price, input: 0, output: 0, source: 'runs on this computer' };
    expect(show(reply({ usd: 0, price: here }))).toContain('It costs nothing: it runs on this computer.');
  });

  it('does not take a sum too small to write for nothing', () => {
    expect(show(reply({ usd: 0.00001, price }))).toContain('under 0.0001 USD.');
  });

  it('waits for the first call of the model', () => {
    expect(show()).toContain('The model was not called yet');
  });
});

it('goes on past a limit in the limit’s own unit', () => {
  expect([
    moreWords('steps', 10),
    moreWords('tokens', 200_000),
    moreWords('seconds', 600),
    moreWords('seconds', 90),
    moreWords('usd', 1),
    moreWords('calls', 1),
    moreWords('repeat', 3),
  ]).toEqual(['10', '200,000 tokens', '10 minutes', '90 seconds', '1.00 USD', '1', '3']);
});
