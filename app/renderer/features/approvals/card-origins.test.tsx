import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Approval } from '#contract/approval';
import type { Grant } from '#contract/permission';
import { cleanUpCard, renderCard } from '../../testing/render-card.tsx';
import { sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';

afterEach(cleanUpCard);

const invoice = { origin: 'outside', callId: 'call-a', path: '/folders/mail/invoice.txt' } as const;
const page = { origin: 'outside', callId: 'call-b', url: 'https://a.example/x', tool: 'web_fetch' } as const;
const input = { path: 'note.md', to: 'eve', content: 'pay 4471 now' };

describe('where the arguments of a card came from', () => {
  const card = (part: Partial<Approval> = {}) =>
    renderCard(
      sampleApproval(input, {
        labels: [invoice, page],
        origins: [
          { field: '/path', from: 'person' },
          { field: '/to', from: 'outside', label: page },
          { field: '/content', from: 'outside', label: invoice, span: { start: 4, end: 8 } },
        ],
        ...part,
      }),
    );

  it('names both of two sources, quotes what was taken, and says of each argument where it came from (A9)', () => {
    const { container, getByRole } = card();
    expect(container.querySelector('[data-part=note]')?.textContent).toBe(
      'Contains text from outside: “4471”, read in /folders/mail/invoice.txt; https://a.example/x. Only this one call can be allowed.',
    );
    const lines = [...getByRole('list', { name: 'Where the arguments came from' }).children];
    expect(lines.map((line) => line.textContent)).toEqual([
      'to may come from outside, https://a.example/x',
      'content from outside, /folders/mail/invoice.txt, word for word where marked',
      'path from you',
    ]);
  });

  it('quotes the longest of what was taken from a source, and counts the values that hold some of it', () => {
    const at = (field: string, start: number, end: number) =>
      ({ field, from: 'outside', label: invoice, span: { start, end } }) as const;
    const { container } = card({ labels: [invoice], origins: [at('/path', 0, 4), at('/content', 0, 8)] });
    expect(container.querySelector('[data-part=note]')?.textContent).toContain(
      'outside: “pay 4471” and more in 2 values, read in /folders/mail/invoice.txt.',
    );
  });

  it('marks what stands word for word in the source, in the exact arguments', () => {
    const { container } = card();
    expect([...container.querySelectorAll('pre mark')].map((mark) => mark.textContent)).toEqual(['4471']);
  });

  it('tells the result of a tool from its description where there is no file and no address', () => {
    const labels = [
      { origin: 'outside', callId: 'c', tool: 'crm' },
      { origin: 'outside', tool: 'crm' },
    ] as const;
    const { container } = card({ labels: [...labels], origins: [] });
    expect(container.querySelector('[data-part=note]')?.textContent).toContain(
      'outside: a result of crm; the description of crm.',
    );
  });

  it('spells out odd characters of a source and of an argument’s name', () => {
    const odd = { origin: 'outside', callId: 'c', path: 'a\u202Eb' } as const;
    const { container } = card({ labels: [odd], origins: [{ field: '/x\u200By', from: 'agent' }] });
    const spelled = [...container.querySelectorAll('[data-odd]')].map((mark) => mark.textContent);
    expect(spelled).toEqual(expect.arrayContaining(['U+202E', 'U+200B']));
  });
});

describe('what a card says of its reach', () => {
  const offer = (reach: 'file' | 'always' | 'prefix', part: Partial<Grant>) => {
    const sample = sampleOffer(reach, `May do it by ${reach}.`);
    return { ...sample, grant: { ...sample.grant, ...part } };
  };

  it('says what changed since the like was asked, or that nothing did', () => {
    const since = { approval: 'approval-0', fields: ['due', 'text'] };
    const first = renderCard(sampleApproval(input, { since }));
    expect(first.container.textContent).toContain('Since you last saw one like it: due and text.');
    first.unmount();
    const same = renderCard(sampleApproval(input, { since: { ...since, fields: [] } }));
    expect(same.container.textContent).toContain('The same as when you last saw one like it.');
  });

  it('says why only this call can be allowed', () => {
    const once = (part: Partial<Approval>) => {
      const view = renderCard(sampleApproval(input, { offers: [], ...part }));
      const text = view.container.textContent;
      view.unmount();
      return text;
    };
    expect(once({ labels: [invoice] })).toContain('Only this one call can be allowed.');
    expect(once({ effects: [{ kind: 'no-undo', text: 'Can’t be undone' }] })).toContain('It can’t be undone: only');
    expect(once({})).toContain('A call of this kind is asked about each time: only this call can be allowed.');
    expect(once({ offers: [sampleOffer('folder', 'May.')] })).not.toContain('only this call');
  });

  it('says what a grant does not cover, once', () => {
    const permission = { kind: 'net', host: 'a.example', ports: [], methods: ['POST'] } as const;
    const grant = { permission: { ...permission, ports: [], methods: ['POST'] } };
    const own = renderCard(sampleApproval(input, { offers: [offer('always', grant)] }));
    fireEvent.keyDown(own.getByRole('region'), { key: '4' });
    expect(own.container.textContent).toContain(
      'May do it by always. Any other method, host or port still asks. So does text from outside.',
    );
    own.unmount();
    const said = { ...offer('always', grant), sentence: 'May POST. Any other host still asks.' };
    const { container, getByRole } = renderCard(sampleApproval(input, { offers: [said] }));
    fireEvent.keyDown(getByRole('region'), { key: '4' });
    expect(container.textContent?.match(/still asks/g)).toHaveLength(1);
  });

  it('narrows any offer of this run to a number of calls, and a standing one to a time alone', () => {
    const offers = [
      offer('file', { permission: { kind: 'file', folder: 'f', path: 'note.md', verbs: ['write'] } }),
      sampleOffer('folder', 'May write in ledger.'),
      offer('always', { layer: 'agent' }),
      offer('prefix', { layer: 'agent', expiresAt: 30 * 86_400_000 }),
    ];
    const { getByRole, getByLabelText, queryByRole, answers, arm } = renderCard(sampleApproval(input, { offers }));
    const card = getByRole('region');
    fireEvent.keyDown(card, { key: '2' });
    fireEvent.click(getByRole('radio', { name: 'Some calls' }));
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '4' } });
    arm();
    fireEvent.click(getByRole('button', { name: /^Allow 4 times/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'file', times: 4 } }]);
    // After the three of the folder in this run: 30 days, then always.
    fireEvent.keyDown(card, { key: '6' });
    expect(queryByRole('radio', { name: 'Until a time' })).toBeNull();
    expect(getByRole('button', { name: /^Allow for 30 days/ })).toBeDefined();
    fireEvent.keyDown(card, { key: '7' });
    expect(queryByRole('radio', { name: 'Some calls' })).toBeNull();
    expect(queryByRole('radio', { name: 'Until a time' })).not.toBeNull();
    expect(getByRole('button', { name: /^Allow always/ })).toBeDefined();
  });

  it('names a command by its words, and keeps their letters as they are', () => {
    const line = { field: 'line', words: ['git', 'STATUS'], more: true };
    const permission = { kind: 'tool', tool: 'shell', command: '**', line } as const;
    const offers = [offer('prefix', { permission })];
    const { getByRole, container } = renderCard(sampleApproval(input, { offers }));
    expect(getByRole('button', { name: /^Commands that begin with “git STATUS”, this run/ })).toBeDefined();
    fireEvent.keyDown(getByRole('region'), { key: '4' });
    expect(getByRole('button', { name: /^Allow in this run/ })).toBeDefined();
    expect(container.textContent).toContain(
      'Any other command, and any line with an operator or a redirect, still asks.',
    );
  });
});
