import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { useIsClient } from '@/lib/hooks/use-is-client';

/**
 * Redirects to the page that takes the place of the current address, as the server's gate does where there is one
 * (`server/core/web/gate.ts`); true while it leads elsewhere. `find` gets the address without base path, language and
 * query.
 */
export function useInstead(find: (path: string) => string | undefined): boolean {
  const router = useRouter();
  const isClient = useIsClient();
  const target = isClient && router.isReady ? find(router.asPath.split(/[?#]/, 1)[0] ?? '/') : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is another object after every navigation
  useEffect(() => {
    if (target !== undefined) void router.replace(target);
  }, [target]);
  return target !== undefined;
}
