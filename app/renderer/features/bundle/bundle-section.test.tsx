import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BundleReport } from '#contract/views';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { BundleSection } from './bundle-section.tsx';
import { checkBundle, closeBundle } from './bundle-store.ts';
import { verdictWords } from './bundle-words.ts';
import { ExportDialog } from './export-dialog.tsx';

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const host = vi.hoisted(() => ({ begin: vi.fn(), add: vi.fn(), end: vi.fn(), export: vi.fn() }));
vi.mock('../../client/client.ts', () => ({ client: { bundle: host }, failureWords: String }));

const head = 'a'.repeat(64);
const seal = 'b'.repeat(64);
const whole: BundleReport = {
  whole: true,
  run: 'run-1',
  entries: 13,
  facts: 2,
  payloads: 2,
  head,
  seal,
  length: 13,
  signature: 'none',
  faults: [],
  notes: [],
  named: { payloads: 2, entries: 13 },
  leftOut: [],
};

function withFault(fault: Partial<BundleReport['faults'][number]>, more: Partial<BundleReport> = {}): BundleReport {
  return { ...whole, whole: false, faults: [{ line: 7, kind: 'policy', what: 'x', reason: 'r', ...fault }], ...more };
}

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  host.begin.mockResolvedValue({ id: 'u' });
  host.add.mockResolvedValue({ ok: true });
});
afterEach(() => {
  cleanup();
  closeBundle();
  useOverview.setState({ runs: undefined });
});

async function look(report: BundleReport) {
  host.end.mockResolvedValue(report);
  render(
    <TooltipProvider>
      <BundleSection />
    </TooltipProvider>,
  );
  await checkBundle(new File(['{}'], 'x.warrant'));
  return screen.findByRole('status');
}

describe('the verdict names what is wrong', () => {
  it.each<[string, BundleReport, string]>([
    ['whole', whole, 'Whole'],
    ['altered', withFault({}), 'A rule was altered'],
    ['gone', withFault({ way: 'missing', reason: 'Line 7 is not there.' }), 'Line 7 is not there'],
    ['swapped', withFault({ way: 'swapped', reason: 'Lines 7 and 8 are swapped.' }), 'Lines 7 and 8 are swapped'],
    ['put in', withFault({ way: 'misplaced' }), 'Line 7 does not belong there'],
    ['cut', withFault({ way: 'cut', kind: 'seal' }), 'Its end is cut off'],
    ['another than noted', withFault({ way: 'noted', kind: 'seal' }), 'Differs from what was noted'],
  ])('%s', (_, report, words) => {
    expect(verdictWords(report)).toBe(words);
  });
});

it('shows head and seal whole, to be copied, and says how many payloads are there of how many', async () => {
  const copy = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copy } });
  await look(withFault({ way: 'cut', kind: 'seal' }, { payloads: 1, entries: 9 }));
  screen.getByText(head);
  screen.getByText(seal);
  screen.getByText('1 of 2 payloads');
  screen.getByText('9 of 13 entries');
  fireEvent.click(screen.getByRole('button', { name: 'Copy: Seal' }));
  expect(copy).toHaveBeenCalledWith(seal);
});

it('says in words what an altered entry records, and opens it where its run is here', async () => {
  useOverview.setState({ runs: [{ id: 'run-1' } as never] });
  await look(withFault({ kind: 'entry', what: '5', seq: 5, about: 'model-called' }));
  screen.getByText('Entry 5: a reply of the model');
  expect(document.body.textContent).not.toContain('model-called');
  fireEvent.click(screen.getByRole('button', { name: 'Open entry 5' }));
  expect(location.hash).toBe('#/runs/run-1/5');
});

it('keeps what is typed after comparing, and lets go of the verdict when an entry is none', async () => {
  await look(whole);
  const compared = { head: 'differs', length: 'not-noted', key: 'not-noted' } as const;
  host.end.mockResolvedValue(withFault({ way: 'noted', kind: 'seal' }, { compared }));
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Head or seal/ });
  fireEvent.change(field(), { target: { value: 'c'.repeat(64) } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await screen.findByText('Differs from what was noted');
  expect(field().value).toBe('c'.repeat(64));
  host.end.mockResolvedValue(whole);
  fireEvent.change(field(), { target: { value: 'cc' } });
  await screen.findByText('Whole');
  expect(screen.queryByText('Differs from what was noted')).toBeNull();
  screen.getByText('A head is 64 characters from 0 to 9 and a to f.');
});

describe('sealing a run', () => {
  async function save(report: BundleReport) {
    host.export.mockResolvedValue(
      (async function* () {
        yield { text: 'line\n' };
      })(),
    );
    host.end.mockResolvedValue(report);
    render(
      <TooltipProvider>
        <ExportDialog run="run-1" name="x.warrant" onClose={() => undefined} />
      </TooltipProvider>,
    );
    fireEvent.click(screen.getByRole('checkbox', { name: /Sign it/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Seal and save' }));
    return within(await screen.findByRole('dialog', { name: /aved/ }));
  }

  it('gives file, length, head and seal whole', async () => {
    const dialog = await save(whole);
    expect(host.export).toHaveBeenCalledWith({ run: 'run-1', sign: true, files: false });
    expect(host.add).toHaveBeenCalledWith({ id: 'u', text: 'line\n' });
    for (const text of ['Sealed and saved', 'x.warrant', '13 entries', head, seal]) dialog.getByText(text);
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it.each<[string, BundleReport]>([
    ['altered', withFault({ kind: 'payload', reason: 'Its bytes are not those of its name.' })],
    ['left out', { ...whole, leftOut: ['Bytes left out, as they were not kept any more: abc.'] }],
  ])('is no success where bytes are %s', async (_, report) => {
    const dialog = await save(report);
    dialog.getByText('Saved, and not whole');
    expect(dialog.getByRole('alert').textContent).toMatch(/bytes/i);
  });
});
