import { create } from 'zustand';
import type { ToastMessage } from '../components/toast.tsx';

interface Toasts {
  toasts: readonly ToastMessage[];
}

/** What has happened and can be undone. What needs an answer is never only here. */
export const useToasts = create<Toasts>(() => ({ toasts: [] }));

let last = 0;

/** Shows a toast. */
export function showToast(toast: Omit<ToastMessage, 'id'>): void {
  last += 1;
  const id = last;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }] }));
}

/** Takes a toast away. */
export function dropToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
