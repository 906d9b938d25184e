import { create } from 'zustand';

/** A place in the window, as the address names it. */
export type Place =
  | { screen: 'home' }
  | { screen: 'inbox'; item: string | undefined }
  | { screen: 'agents'; agent: string | undefined }
  /** What a saved agent remembers; `memory` is the id of the one to open. */
  | { screen: 'memory'; agent: string; memory: string | undefined }
  /** The facts of one run, or of every one; `fact` is the short id of the one to open. */
  | { screen: 'facts'; run: string | undefined; fact: string | undefined }
  /** The rules of one saved agent, or of every one; `rule` is the id of the one to open. */
  | { screen: 'policy'; agent: string | undefined; rule: string | undefined }
  | { screen: 'settings'; section: string | undefined }
  /** `entry`: the one to begin at. */
  | { screen: 'run'; run: string; entry?: number };

type Theme = 'system' | 'light' | 'dark';
export type RailTab = 'access' | 'facts' | 'files' | 'trace' | 'cost';
type Overlay = 'palette' | 'keys' | undefined;

interface View {
  theme: Theme;
  /** 0.9 to 1.5; scales every size. */
  fontScale: number;
  sideOpen: boolean;
  /** On narrow windows the sidebar is a strip of icons and may be laid over the page. */
  sideOver: boolean;
  railOpen: boolean;
  /** The same for the rail. */
  railOver: boolean;
  /** Widths in px at the normal size. */
  sideWidth: number;
  railWidth: number;
  railTab: RailTab;
  overlay: Overlay;
  /** Texts not sent yet, by run. */
  drafts: Readonly<Record<string, string>>;
}

/** How wide side and rail may be dragged. */
export const SIDE_WIDTH = { least: 200, usual: 232, most: 320 } as const;
export const RAIL_WIDTH = { least: 280, usual: 320, most: 480 } as const;

/** A width within its limits. */
export function fitWidth(width: number, limits: { least: number; most: number }): number {
  return Math.round(Math.min(limits.most, Math.max(limits.least, width)));
}

const STORED = 'warrant-view';

function readStored(): Partial<View> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const kept: Partial<View> = {};
    if ('theme' in value && (value.theme === 'light' || value.theme === 'dark')) kept.theme = value.theme;
    if ('fontScale' in value && typeof value.fontScale === 'number') {
      kept.fontScale = Math.min(1.5, Math.max(0.9, value.fontScale));
    }
    if ('sideOpen' in value && typeof value.sideOpen === 'boolean') kept.sideOpen = value.sideOpen;
    if ('railOpen' in value && typeof value.railOpen === 'boolean') kept.railOpen = value.railOpen;
    if ('sideWidth' in value && typeof value.sideWidth === 'number')
      kept.sideWidth = fitWidth(value.sideWidth, SIDE_WIDTH);
    if ('railWidth' in value && typeof value.railWidth === 'number')
      kept.railWidth = fitWidth(value.railWidth, RAIL_WIDTH);
    return kept;
  } catch {
    // A page without storage, or with a spoiled value, starts as new: nothing of worth is kept here.
    return {};
  }
}

/** What a person arranged: panels, theme, drafts. Nothing the product's truth depends on. */
export const useView = create<View>(() => ({
  theme: 'system',
  fontScale: 1,
  sideOpen: true,
  sideOver: false,
  railOpen: true,
  railOver: false,
  sideWidth: SIDE_WIDTH.usual,
  railWidth: RAIL_WIDTH.usual,
  railTab: 'access',
  overlay: undefined,
  drafts: {},
  ...readStored(),
}));

/** Sets part of the view and keeps what should come back after a restart. */
export function setView(part: Partial<View>): void {
  useView.setState(part);
  const { theme, fontScale, sideOpen, railOpen, sideWidth, railWidth } = useView.getState();
  try {
    localStorage.setItem(STORED, JSON.stringify({ theme, fontScale, sideOpen, railOpen, sideWidth, railWidth }));
  } catch {
    // Without storage the arrangement lasts as long as the page.
  }
}

/** Keeps a text that is not sent yet. */
export function setDraft(key: string, text: string): void {
  useView.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: text } }));
}
