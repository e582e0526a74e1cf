import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { ErrorBanner } from '@/components/error-banner';
import type { PageLayout } from '@/contract/pages';
import { useShop } from '@/features/shop-home/use-shop';
import { messageKey } from '@/lib/errors';
import { useMe, usePermissions } from '@/lib/me';
import { AuthLayout } from './auth-layout';
import { shopSlugOf } from './gate';
import { menuFor, roleOf } from './menu';
import { PageMissing } from './page-missing';
import { ProfileCard } from './profile-card';
import { Shell } from './shell';
import { ShopCard } from './shop-card';

interface AppLayoutProps {
  layout: PageLayout;
  /** Address without base path and language. */
  path: string;
  children: ReactNode;
}

/**
 * The one place where a page gets its frame (reference pages §1.1): administrators, owners and staff at the root, and a
 * shop each have their own menu in the same shell; signing in has a card; some pages have nothing.
 */
export function AppLayout({ layout, path, children }: AppLayoutProps) {
  if (layout === 'none') return children;
  if (layout === 'auth') return <AuthLayout>{children}</AuthLayout>;
  return (
    <ShellOf
      shopSlug={layout === 'shop' ? shopSlugOf(path.split(/[?#]/, 1)[0] ?? '') : undefined}
      path={path}
    >
      {children}
    </ShellOf>
  );
}

function ShellOf({
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
  const { shop, error, refetch } = useShop(shopSlug);
  const isOwner = roleOf(permissions) !== 'super_admin';
  const card = shopSlug === undefined ? isOwner && <ProfileCard /> : <ShopCard slug={shopSlug} shop={shop} />;

  return (
    <Shell menu={menuFor({ permissions, id: me?.id }, shopSlug)} path={path} shop={shop} card={card}>
      {error?.status === 404 ? <PageMissing isInShell /> : children}
      {error && error.status !== 404 && <ErrorBanner text={t(messageKey(error))} onRetry={refetch} />}
    </Shell>
  );
}
