import { create } from 'zustand';
import type { AgentSummary, HostNotice, InboxItem, RunSummary } from '#contract/views';
import { client, failureWords } from '../client/client.ts';
import { followNotices } from '../client/follow.ts';

interface Overview {
  /** Newest first. Undefined until the first list has come. */
  runs: readonly RunSummary[] | undefined;
  inbox: readonly InboxItem[];
  agents: readonly AgentSummary[] | undefined;
  fault: string | undefined;
}

/** What the whole window knows: the run list, the Inbox and the agents, kept fresh by the host's notices. */
export const useOverview = create<Overview>(() => ({
  runs: undefined,
  inbox: [],
  agents: undefined,
  fault: undefined,
}));

const newestFirst = (a: RunSummary, b: RunSummary): number => b.at - a.at;

/** Folds one notice into the overview; the same notice twice is the same as once. */
export function reduceOverview(state: Overview, notice: HostNotice): Overview {
  switch (notice.type) {
    case 'run-changed':
      return {
        ...state,
        runs: [notice.run, ...(state.runs ?? []).filter((run) => run.id !== notice.run.id)].sort(newestFirst),
      };
    case 'run-removed':
      return { ...state, runs: (state.runs ?? []).filter((run) => run.id !== notice.run) };
    case 'inbox-changed':
      return { ...state, inbox: notice.items };
    case 'catalog-changed':
      return state;
  }
}

async function readAgents(): Promise<void> {
  useOverview.setState({ agents: await client.agent.list() });
}

async function readAll(): Promise<void> {
  const [runs, inbox, agents] = await Promise.all([client.run.list(), client.approval.list(), client.agent.list()]);
  useOverview.setState({ runs: runs.toSorted(newestFirst), inbox, agents, fault: undefined });
}

/** Follows the overview while the page is open. Gives the function that stops it. */
export function followOverview(): () => void {
  return followNotices({
    onStart: readAll,
    onNotice: (notice) => {
      useOverview.setState((state) => reduceOverview(state, notice));
      if (notice.type === 'catalog-changed') void readAgents().catch(noteFault);
    },
    onLost: noteFault,
  });
}

function noteFault(error: unknown): void {
  useOverview.setState({ fault: failureWords(error) });
}
