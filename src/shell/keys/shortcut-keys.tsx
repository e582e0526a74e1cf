import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { isTyping } from '@/lib/hooks/use-shortcut';
import { useModalActions } from '@/state/modal';
import { useGoKeys } from './use-go-keys';

/** How long `g` waits for its letter. */
const waitMs = 1500;

/** `g` and a letter open a page, `?` shows all keys; ignored while typing or with an open dialog. Renders nothing. */
export function ShortcutKeys() {
  const router = useRouter();
  const { open } = useModalActions();
  const keys = useGoKeys();
  const latest = useRef({ router, open, keys });
  useEffect(() => {
    latest.current = { router, open, keys };
  });

  useEffect(() => {
    let since = Number.NEGATIVE_INFINITY;
    const handleKey = (event: KeyboardEvent) => {
      if (event.repeat || event.defaultPrevented || isTyping(event)) return;
      // In a dialog without fields the focus may be outside.
      if (document.querySelector('[role="dialog"], dialog[open]')) return;
      if (event.key === '?' || (event.code === 'Slash' && event.shiftKey)) {
        event.preventDefault();
        latest.current.open('SHORTCUT_KEYS', undefined);
        return;
      }
      if (event.shiftKey) return;
      const isSecond = performance.now() - since < waitMs;
      since = !isSecond && event.code === 'KeyG' ? performance.now() : Number.NEGATIVE_INFINITY;
      const target = isSecond ? latest.current.keys.find(({ code }) => code === event.code) : undefined;
      if (!target) return;
      // The page may use the same letter.
      event.preventDefault();
      event.stopPropagation();
      void latest.current.router.push(target.path);
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  }, []);

  return null;
}
