const listeners = new Set<() => void>();

/** Subscribes to requests refused for lack of a confirmed phone; returns the unsubscribe function. */
export function onPhoneRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called by the HTTP client, so that no screen has to open the dialog itself. */
export function reportPhoneRefusal(): void {
  for (const listener of listeners) listener();
}
