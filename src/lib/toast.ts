export interface Toast {
  kind: 'success' | 'error' | 'info';
  /** Translated text. */
  text: string;
  /** One action, such as undo. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds until it closes, where the action is possible for a certain time. */
  duration?: number;
  /** Shown under an error, for support. */
  requestId?: string;
}

type Listener = (toast: Toast) => void;

const listeners = new Set<Listener>();
/** Toasts from before the listener was loaded. */
let waiting: Toast[] = [];

/** Shows a toast. Callable from anywhere; the shell renders it. */
export function showToast(
  kind: Toast['kind'],
  text: string,
  options: Omit<Toast, 'kind' | 'text'> = {},
): void {
  const toast: Toast = { kind, text, ...options };
  if (listeners.size === 0) {
    waiting.push(toast);
    return;
  }
  for (const listener of listeners) listener(toast);
}

/** Subscribes to toasts, starting with queued ones; returns the unsubscribe function. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  const missed = waiting;
  waiting = [];
  for (const toast of missed) listener(toast);
  return () => void listeners.delete(listener);
}
