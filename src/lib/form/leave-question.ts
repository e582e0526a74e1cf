interface Listener {
  ask: (text: string, onLeave: () => void) => void;
  /** Loads the dialog, which must open without a network too. */
  prepare: () => void;
}

const listeners = new Set<Listener>();

/** The dialog host subscribes: forms lie below it and cannot open its dialogs. Returns the unsubscribe function. */
export function onLeaveQuestion(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks whether to leave; `text` says what becomes of the changes. */
export function askToLeave(text: string, onLeave: () => void): void {
  for (const { ask } of listeners) ask(text, onLeave);
}

/** Called with the first unsaved change. */
export function prepareToAsk(): void {
  for (const { prepare } of listeners) prepare();
}
