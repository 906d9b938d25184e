import { Menu, type MenuItemConstructorOptions } from 'electron';

/** Sets the application menu; developer tools are in it only outside the packaged app (E14). */
export function setMenu(packaged: boolean): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, packaged)));
}

/** The menu's items. Pure. */
export function menuTemplate(platform: NodeJS.Platform, packaged: boolean): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload' },
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!packaged) view.push({ type: 'separator' }, { role: 'toggleDevTools' });
  const mac = platform === 'darwin';
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : [{ label: 'File', submenu: [{ role: 'quit' } as const] }]),
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ];
}
