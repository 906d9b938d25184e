import { useEffect } from 'react';
import { useView } from '../../stores/view-store.ts';
import { directionOf } from '../../strings/locale.ts';

const night = () => matchMedia('(prefers-color-scheme: dark)');

/** Puts theme, size and direction on the page. Called once before the first paint, then whenever they change. */
export function applyAppearance(): void {
  const { theme, fontScale, sideWidth, railWidth } = useView.getState();
  const root = document.documentElement;
  root.dataset.theme = theme === 'system' ? (night().matches ? 'dark' : 'light') : theme;
  root.style.setProperty('--font-scale', String(fontScale));
  root.style.setProperty('--side-width', `${sideWidth / 16}rem`);
  root.style.setProperty('--rail-width', `${railWidth / 16}rem`);
  root.dir = directionOf(root.lang);
}

/** Keeps the page in step with the person's choice and, where they chose so, with the system. */
export function useAppearance(): void {
  useEffect(() => {
    applyAppearance();
    const system = night();
    system.addEventListener('change', applyAppearance);
    const stop = useView.subscribe(applyAppearance);
    return () => {
      system.removeEventListener('change', applyAppearance);
      stop();
    };
  }, []);
}
