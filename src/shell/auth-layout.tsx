import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { env } from '@/lib/env';
import { useSettings } from '@/state/settings';
import { SiteBrand } from './site-brand';

const LanguageMenu = dynamic(() => import('./language-menu').then((module) => module.LanguageMenu));

/** A card in the middle of an empty page: signing in and what belongs to it. */
export function AuthLayout({ children }: { children: ReactNode }) {
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
