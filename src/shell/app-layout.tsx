import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, Suspense } from 'react';
import { Loader } from '@/components/ui/loader';
import type { PageLayout } from '@/contract/pages';
import { useShop } from '@/features/shops/shop-home/use-shop';
import { messageKey } from '@/lib/api/client-error';
import { lazyPart } from '@/lib/lazy-part';
import { parseShopSlug } from '@/shell/gate';
import { Shell } from '@/shell/shell';
import { ViewPlace } from '@/shell/view/view-place';

interface AppLayoutProps {
  layout: PageLayout;
  /** Address without base path and language. */
  path: string;
  children: ReactNode;
}

/** Chooses the frame of a page: the shell with the menu of the role or of a shop, or none. */
export function AppLayout({ layout, path, children }: AppLayoutProps) {
  // The sign-in pages bring their card (`auth-layout.tsx`).
  if (layout !== 'app' && layout !== 'shop')
    return (
      <>
        <ViewPlace className="top-0" />
        {children}
      </>
    );
  return (
    <ShellOf
      shopSlug={layout === 'shop' ? parseShopSlug(path.split(/[?#]/, 1)[0] ?? '') : undefined}
      path={path}
    >
      {children}
    </ShellOf>
  );
}

const ErrorBanner = lazyPart(() => import('@/components/page/error-banner'), 'ErrorBanner');
const PageMissing = lazyPart(() => import('./page-not-found'), 'PageMissing');
const ShopCard = lazyPart(() => import('./menu/shop-card'), 'ShopCard');

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
  const { shop, error, refetch } = useShop(shopSlug);
  // Without an existing shop the person's own menu is shown.
  const isMissing = error?.status === 404;
  const place = isMissing ? undefined : shopSlug;
  const card = place !== undefined && <ShopCard shop={shop} path={path} />;

  return (
    <Shell path={path} place={place} shop={shop} card={card}>
      {/* The frame stays while a page waits for its texts. */}
      <Suspense fallback={<Loader />}>{isMissing ? <PageMissing isInShell /> : children}</Suspense>
      {error && !isMissing && <ErrorBanner text={t(messageKey(error))} onRetry={refetch} />}
    </Shell>
  );
}
