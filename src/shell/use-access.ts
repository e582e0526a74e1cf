import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { useAnnounced } from '@/lib/api/capabilities';
import { toClientError } from '@/lib/api/client-error';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { useCredentials, useMe } from '@/lib/session/me';
import { storeEmailVerified } from '@/lib/session/session';
import { useSettings } from '@/state/settings';
import { type Access, decideAccess } from './gate';

/** Access decision for the current address; performs redirects. */
export function useAccess(): Access {
  const router = useRouter();
  const isClient = useIsClient();
  const credentials = useCredentials();
  const me = useMe();
  const capabilities = useAnnounced();
  const { enableTerms } = useSettings();
  const meError = me.error ? toClientError(me.error) : undefined;

  const decided: Access =
    isClient && router.isReady
      ? decideAccess({
          pattern: router.pathname,
          path: router.asPath.split(/[?#]/, 1)[0] ?? '/',
          fullPath: router.asPath,
          fromUrl: router.query.from_url,
          credentials,
          me: me.data,
          meError,
          capabilities,
        })
      : { kind: 'wait' };
  // Vendors have terms pages only while the settings allow their own terms.
  const isClosed =
    decided.kind === 'open' &&
    !enableTerms &&
    router.pathname.startsWith('/[shop]/terms-and-conditions') &&
    !isAllowed(adminOnly, credentials?.permissions ?? []);
  const access: Access = isClosed ? { kind: 'redirect', to: '/' } : decided;

  const { to: target, wish } = access.kind === 'redirect' ? access : {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router is another object after every navigation
  useEffect(() => {
    if (target === undefined) return;
    if (wish === undefined) void router.replace(target);
    else void whereTo(wish, target).then((path) => router.replace(path));
  }, [target]);

  const isVerified = me.data?.email_verified ?? (meError?.code === 'EMAIL_NOT_VERIFIED' ? false : undefined);
  useEffect(() => {
    if (isVerified !== undefined) storeEmailVerified(isVerified);
  }, [isVerified]);

  return access;
}

/** The rules for addresses from outside load only with such an address, after sign-in. */
async function whereTo(wish: unknown, otherwise: string): Promise<string> {
  const rules = await import('@/lib/session/from-url').catch(() => undefined);
  return rules?.safeFromUrl(wish) ?? otherwise;
}
