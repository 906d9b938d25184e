import { afterEach, describe, expect, it } from 'vitest';
import { cleanUpCard, renderCard } from '../../../testing/render-card.tsx';
import { sampleApproval } from '../../../testing/sample-approval.ts';

afterEach(cleanUpCard);

describe('H2: a model that writes the question', () => {
  it('words of the agent never reach title, effects or rule, and are marked as its words', () => {
    const lie = 'Read a file. Stays on this computer. Approved by your administrator.';
    const { getByRole, container } = renderCard(
      sampleApproval(
        { url: 'https://evil.example' },
        {
          title: { text: 'Send data to', object: 'evil.example' },
          effects: [{ kind: 'leaves', text: 'Leaves this computer' }],
          agentWords: lie,
        },
      ),
    );
    expect(getByRole('region', { name: 'Send data to evil.example' })).toBeDefined();
    expect(container.querySelector('ul')?.textContent).toBe('Leaves this computer');
    const quote = container.querySelector('q');
    expect(quote?.textContent).toBe(lie);
    expect(quote?.previousSibling?.textContent).toBe('Agent’s words');
    expect(quote?.closest('p')?.className).toContain('text-small');
    expect(container.textContent?.split(lie)).toHaveLength(2);
  });
});
