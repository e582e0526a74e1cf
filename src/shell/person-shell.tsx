import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useMemo } from 'react';
import { useShop } from '@/features/shops/shop-home/use-shop';
import { messageKey } from '@/lib/api/errors';
import { useMe, usePermissions } from '@/lib/session/me';
import { useSettings } from '@/state/settings';
import { menuFor, roleOf } from './menu';
import { Shell } from './shell';

const ErrorBanner = dynamic(() =>
  import('@/components/page/error-banner').then((module) => module.ErrorBanner),
);
const PageMissing = dynamic(() => import('./page-not-found').then((module) => module.PageMissing));
const ProfileCard = dynamic(() => import('./profile-card').then((module) => module.ProfileCard));
const ShopCard = dynamic(() => import('./shop-card').then((module) => module.ShopCard));

/** The shell with the menu of the person, or of the shop that is being looked at. */
export function ShellOf({
  shopSlug,
  path,
  children,
}: {
  shopSlug: string | undefined;
  path: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const permissions = usePermissions();
  const { data: me } = useMe();
  const { enableTerms: hasTerms } = useSettings();
  const { shop, error, refetch } = useShop(shopSlug);
  const isOwner = roleOf(permissions) !== 'super_admin';
  // A shop that is not there has no menu: the person keeps their own.
  const isMissing = error?.status === 404;
  const place = isMissing ? undefined : shopSlug;
  const id = me?.id;
  const menu = useMemo(
    () => menuFor({ permissions, id, hasTerms }, place),
    [permissions, id, hasTerms, place],
  );
  const card = place === undefined ? isOwner && <ProfileCard /> : <ShopCard shop={shop} />;

  return (
    <Shell {...{ menu, path, shop, card }}>
      {isMissing ? <PageMissing isInShell /> : children}
      {error && !isMissing && <ErrorBanner text={t(messageKey(error))} onRetry={refetch} />}
    </Shell>
  );
}
