import { showToast } from './toast';

/** Puts a text on the clipboard and says so, or that it failed: pages without TLS have none. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', copied);
  } catch {
    showToast('error', failed);
  }
}
