import type { ComponentType, ReactNode } from 'react';
import { useAnnounced } from '@/lib/api/capabilities';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { lazyPart } from '@/lib/lazy-part';
import { definePage, type PageOptions } from '@/shell/define-page';
import { SiteBrand } from '@/shell/menu/site-brand';
import { useLanguages } from '@/state/languages';
import { useSettings } from '@/state/settings';

const LanguageMenu = lazyPart(() => import('./menu/language-menu'), 'LanguageMenu');

/** A page with one screen in a centred card, for sign-in and what belongs to it. */
export const defineAuthPage = (Screen: ComponentType, options: PageOptions) => {
  const inCard = () => (
    <AuthLayout>
      <Screen />
    </AuthLayout>
  );
  return definePage(inCard, options);
};

/** A centred card on an empty page. */
export function AuthLayout({ children }: { children: ReactNode }) {
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
