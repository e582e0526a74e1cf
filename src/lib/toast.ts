export interface Toast {
  kind: 'success' | 'error' | 'info';
  /** Translated text. */
  text: string;
  /** One thing the person can do about it, such as undoing. */
  action?: { label: string; onClick: () => void };
  /** Shown small under an error, to be quoted to support. */
  requestId?: string;
}

type Listener = (toast: Toast) => void;

const listeners = new Set<Listener>();
/** What was said before the toasts' code had loaded. */
let waiting: Toast[] = [];

/** Says something in passing (specification §4). Anybody may call it; the shell draws it. */
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

/** Listens to toasts, beginning with those nobody has heard yet; answers how to stop. */
export function onToast(listener: Listener): () => void {
  listeners.add(listener);
  const missed = waiting;
  waiting = [];
  for (const toast of missed) listener(toast);
  return () => {
    listeners.delete(listener);
  };
}
