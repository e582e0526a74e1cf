import type { Toast } from './toast';

/** The button of a toast while its change can be undone; other servers have no undo. */
export function undoOptions(
  until: string | undefined,
  label: string,
  onClick: () => void,
): Pick<Toast, 'action' | 'duration'> {
  if (!until) return {};
  return { action: { label, onClick }, duration: Math.max(0, Date.parse(until) - Date.now()) };
}
