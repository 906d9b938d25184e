import './client/plain-schemas.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './features/shell/app.tsx';
import { applyAppearance } from './features/shell/theme.ts';
import { followLayout } from './stores/layout-store.ts';
import './styles/main.css';

applyAppearance();
followLayout();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
