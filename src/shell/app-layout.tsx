import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { PageLayout } from '@/contract/core/pages';
import { roleOf } from '@/contract/core/permissions';
import { useShop } from '@/features/shops/shop-home/use-shop';
import { useAnnounced } from '@/lib/api/capabilities';
import { messageKey } from '@/lib/api/errors';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { usePermissions } from '@/lib/session/me';
import { shopSlugOf } from '@/shell/gate';
import { SiteBrand } from '@/shell/menu/site-brand';
import { Shell } from '@/shell/shell';
import { useLanguages } from '@/state/languages';
import { useSettings } from '@/state/settings';

interface AppLayoutProps {
  layout: PageLayout;
  /** Address without base path and language. */
  path: string;
  children: ReactNode;
}

/**
 * Chooses the frame of a page (reference pages §1.1): the shell with the menu of the role or of a shop, the sign-in
 * card, or none.
 */
export function AppLayout({ layout, path, children }: AppLayoutProps) {
  if (layout === 'none' || layout === 'shop-full') return children;
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

const LanguageMenu = dynamic(() => import('./menu/language-menu').then((module) => module.LanguageMenu));

/** A centred card on an empty page, for sign-in and related pages. */
function AuthLayout({ children }: { children: ReactNode }) {
  const { siteSubtitle } = useSettings();
  const isMultiLanguage = useLanguages().length > 1;
  // A page's HTML may be shown before the settings are known: space for their texts is reserved.
  const hasSettings = useAnnounced() !== undefined;
  const isClient = useIsClient();

  return (
    <div data-drawn-ahead={!isClient || undefined} className="auth-ground flex min-h-dvh flex-col">
      <div className="flex h-13 items-center justify-end px-4">
        {hasSettings && isMultiLanguage && <LanguageMenu />}
      </div>
      <main className="flex flex-1 items-start justify-center px-4 pt-[8vh] pb-16">
        <div className="w-full max-w-100">
          <div className="mb-6 flex flex-col items-center gap-1.5 text-center">
            {hasSettings ? <SiteBrand /> : <div className="h-7" />}
            <p className="min-h-[1lh] text-ink-second">{hasSettings && siteSubtitle}</p>
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
const ProfileCard = dynamic(() => import('./menu/profile-card').then((module) => module.ProfileCard));
const ShopCard = dynamic(() => import('./menu/shop-card').then((module) => module.ShopCard));

/** The shell with the menu of the role, or of the current shop. */
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
  const { shop, error, refetch } = useShop(shopSlug);
  const isOwner = roleOf(permissions) !== 'super_admin';
  // Without an existing shop the person's own menu is shown.
  const isMissing = error?.status === 404;
  const place = isMissing ? undefined : shopSlug;
  const card = place === undefined ? isOwner && <ProfileCard /> : <ShopCard shop={shop} />;

  return (
    <Shell {...{ path, place, shop, card }}>
      {isMissing ? <PageMissing isInShell /> : children}
      {error && !isMissing && <ErrorBanner text={t(messageKey(error))} onRetry={refetch} />}
    </Shell>
  );
}
