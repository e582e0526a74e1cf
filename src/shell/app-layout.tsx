import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useMemo } from 'react';
import type { PageLayout } from '@/contract/core/pages';
import { useShop } from '@/features/shops/shop-home/use-shop';
import { messageKey } from '@/lib/api/errors';
import { env } from '@/lib/env';
import { useMe, usePermissions } from '@/lib/session/me';
import { shopSlugOf } from '@/shell/gate';
import { menuFor, roleOf } from '@/shell/menu';
import { Shell } from '@/shell/shell';
import { SiteBrand } from '@/shell/site-brand';
import { useSettings } from '@/state/settings';

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

const LanguageMenu = dynamic(() => import('./language-menu').then((module) => module.LanguageMenu));

/** A card in the middle of an empty page: signing in and what belongs to it. */
function AuthLayout({ children }: { children: ReactNode }) {
  const { siteSubtitle } = useSettings();

  return (
    <div className="auth-ground flex min-h-dvh flex-col">
      <div className="flex h-13 items-center justify-end px-4">{env.isMultiLanguage && <LanguageMenu />}</div>
      <main className="flex flex-1 items-start justify-center px-4 pt-[8vh] pb-16">
        <div className="w-full max-w-100">
          <div className="mb-6 flex flex-col items-center gap-1.5 text-center">
            <SiteBrand />
            {siteSubtitle && <p className="text-ink-second">{siteSubtitle}</p>}
          </div>
          <div className="rounded-card border border-line bg-surface p-6 shadow-tile phone:p-5">
            {children}
          </div>
        </div>
      </main>
    </div>
  );
}

const ErrorBanner = dynamic(() =>
  import('@/components/page/error-banner').then((module) => module.ErrorBanner),
);
const PageMissing = dynamic(() => import('./page-not-found').then((module) => module.PageMissing));
const ProfileCard = dynamic(() => import('./profile-card').then((module) => module.ProfileCard));
const ShopCard = dynamic(() => import('./shop-card').then((module) => module.ShopCard));

/** The shell with the menu of the person, or of the shop that is being looked at. */
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
