import { useRouter } from 'next/router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readCredentials } from '@/lib/session/session';

interface LeaveGuard {
  guard: (isDirty: boolean) => void;
  release: () => void;
}

/**
 * Confirms before unsaved changes are lost: on links, on the browser's back button, on closing the tab. `guard` sets
 * whether there are unsaved changes, without re-rendering; `release` lets the next navigation pass, after saving.
 */
export function useLeaveGuard(question: string): LeaveGuard {
  const router = useRouter();
  const isGuarding = useRef(false);
  const isReleased = useRef(false);

  useEffect(() => {
    // With the session lost nothing can be saved: a question would only delay signing in.
    const isGuarded = () => isGuarding.current && !isReleased.current && readCredentials() !== null;
    const mayLeave = () => !isGuarded() || window.confirm(question);
    const { href } = window.location;
    const { state } = window.history;

    const handleUnload = (event: BeforeUnloadEvent) => {
      if (isGuarded()) event.preventDefault();
    };
    // Links are stopped before the router sees them: an aborted route change would surface as an error.
    const handleClick = (event: MouseEvent) => {
      if (!leadsAway(event)) return;
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
      if (mayLeave()) {
        isReleased.current = true;
        return true;
      }
      // The address has already changed: restore it.
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

  const [guard] = useState(() => createGuard(isGuarding, isReleased));
  return guard;
}

/** True for a click on a link that leaves the page in this tab. */
function leadsAway(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]:not([href^="#"])') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link !== null && !opensElsewhere && link.getAttribute('target') !== '_blank';
}

function createGuard(isGuarding: RefObject<boolean>, isReleased: RefObject<boolean>): LeaveGuard {
  return {
    guard: (isDirty) => {
      // The first change after a save is guarded again.
      if (isDirty && !isGuarding.current) isReleased.current = false;
      isGuarding.current = isDirty;
    },
    release: () => {
      isReleased.current = true;
    },
  };
}
