import { type ReactNode, useState } from 'react';
import { FolderBrowser } from './folder-browser.tsx';

/**
 * The one way to choose a folder: the system's dialog in the window, the list of folders elsewhere. Gives the function
 * that asks, and what must stand on the page for it.
 */
export function usePickFolder(onPicked: (path: string) => void): { pick: () => void; dialog: ReactNode } {
  const [open, setOpen] = useState(false);
  const pick = () => {
    const bridge = window.warrant;
    if (!bridge) {
      setOpen(true);
      return;
    }
    void bridge.pickFolder().then((path) => {
      if (path !== undefined) onPicked(path);
    });
  };
  const dialog = (
    <FolderBrowser
      open={open}
      onClose={() => setOpen(false)}
      onChoose={(path) => {
        setOpen(false);
        onPicked(path);
      }}
    />
  );
  return { pick, dialog };
}
