import { useRouter } from 'next/router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { keepInput } from '@/lib/session/keep-input';
import { shownCredentials } from '@/lib/session/session';
import { askToLeave, prepareToAsk } from './leave-question';

/**
 * Asks before unsaved changes are lost: on links, on the browser's back button, on closing the tab; `text` says what
 * becomes of them. `guard` sets whether there are unsaved changes, without re-rendering; `release` lets the next
 * navigation pass, after saving.
 */
export function useLeaveGuard(text: string) {
  const router = useRouter();
  const isGuarding = useRef(false);
  const isReleased = useRef(false);

  useEffect(() => {
    // With the session lost nothing can be saved: a question would only delay signing in.
    const isGuarded = () => isGuarding.current && !isReleased.current && shownCredentials() !== null;
    /** Stops the navigation and asks; `leave` repeats it. */
    const ask = (leave: () => void) =>
      askToLeave(text, () => {
        isReleased.current = true;
        leave();
      });
    const { href } = window.location;
    const { state } = window.history;

    const handleUnload = (event: BeforeUnloadEvent) => {
      if (isGuarded()) event.preventDefault();
    };
    // Links are stopped before the router sees them: an aborted route change would surface as an error.
    const handleClick = (event: MouseEvent) => {
      const link = isGuarded() && linkAway(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => link.click());
    };
    const handleRoute = (url: string) => {
      if (!isGuarded()) return;
      // The address has its language already.
      ask(() => void router.push(url.slice(router.basePath.length) || '/', undefined, { locale: false }));
      router.events.emit('routeChangeError');
      // Next offers no other way to abort a route change.
      throw new Error('Abort route change: unsaved changes');
    };
    const handleArrival = () => {
      isReleased.current = false;
    };

    window.addEventListener('beforeunload', handleUnload);
    document.addEventListener('click', handleClick, true);
    router.events.on('routeChangeStart', handleRoute);
    router.events.on('routeChangeComplete', handleArrival);
    router.beforePopState(() => {
      if (!isGuarded()) return true;
      // The address has already changed: restore it.
      window.history.pushState(state, '', href);
      ask(() => window.history.back());
      return false;
    });
    return () => {
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
      router.events.off('routeChangeStart', handleRoute);
      router.events.off('routeChangeComplete', handleArrival);
      router.beforePopState(() => true);
    };
  }, [router, text]);

  // Not with the effect above: another router object does not mean that the input is gone.
  useEffect(() => () => keepInput(isGuarding, false), []);

  const [guard] = useState(() => createGuard(isGuarding, isReleased));
  return guard;
}

/** The link that a click follows out of the page in this tab. */
function linkAway(event: MouseEvent): HTMLAnchorElement | undefined {
  const selector = 'a[href]:not([href^="#"], [target="_blank"], [download])';
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(selector);
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link && !opensElsewhere ? link : undefined;
}

function createGuard(isGuarding: RefObject<boolean>, isReleased: RefObject<boolean>) {
  return {
    guard: (isDirty: boolean) => {
      // The first change after a save is guarded again.
      if (isDirty && !isGuarding.current) {
        isReleased.current = false;
        prepareToAsk();
      }
      isGuarding.current = isDirty;
      keepInput(isGuarding, isDirty);
    },
    release: () => {
      isReleased.current = true;
    },
  };
}
