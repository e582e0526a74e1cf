import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { readCredentials } from '@/lib/session/session';

interface LeaveGuard {
  guard: (isDirty: boolean) => void;
  release: () => void;
}

/**
 * Asks before unsaved changes are lost: on links, on the browser's back button, on closing the tab. `guard` is told
 * whether there are some, and draws nothing anew; `release` lets the next move pass, for use right after saving.
 */
export function useLeaveGuard(question: string): LeaveGuard {
  const router = useRouter();
  const isGuarding = useRef(false);
  const isReleased = useRef(false);

  useEffect(() => {
    // Whose session is gone cannot save any more: asking would only keep them from signing in again.
    const isGuarded = () => isGuarding.current && !isReleased.current && readCredentials() !== null;
    const mayLeave = () => !isGuarded() || window.confirm(question);
    const { href } = window.location;
    const { state } = window.history;

    const handleUnload = (event: BeforeUnloadEvent) => {
      if (isGuarded()) event.preventDefault();
    };
    // Links are stopped before the router hears of them: a refused route change would surface as an error.
    const handleClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]:not([href^="#"])') : null;
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!link || opensElsewhere || link.getAttribute('target') === '_blank') return;
      if (mayLeave()) {
        isReleased.current = true;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    const handleRoute = () => {
      if (mayLeave()) return;
      router.events.emit('routeChangeError');
      // Next offers no other way to stop a route change.
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
      if (mayLeave()) {
        isReleased.current = true;
        return true;
      }
      // The address has already changed: put it back.
      window.history.pushState(state, '', href);
      return false;
    });
    return () => {
      window.removeEventListener('beforeunload', handleUnload);
      document.removeEventListener('click', handleClick, true);
      router.events.off('routeChangeStart', handleRoute);
      router.events.off('routeChangeComplete', handleArrival);
      router.beforePopState(() => true);
    };
  }, [router, question]);

  const [guard] = useState(
    (): LeaveGuard => ({
      guard: (isDirty) => {
        // What was saved is clean again: the next change is guarded anew.
        if (isDirty && !isGuarding.current) isReleased.current = false;
        isGuarding.current = isDirty;
      },
      release: () => {
        isReleased.current = true;
      },
    }),
  );
  return guard;
}
