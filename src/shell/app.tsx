import { QueryClientProvider } from '@tanstack/react-query';
import type { NextComponentType, NextPageContext } from 'next';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import { appWithTranslation, i18n } from 'next-i18next/pages';
import { Suspense, useEffect, useRef } from 'react';
import { useCapabilities } from '@/lib/api/capabilities';
import { startClient } from '@/lib/api/client';
import { prefetchMe, prefetchSettings, queryClient, startRequests } from '@/lib/api/first-requests';
import { setPanelLanguage } from '@/lib/format/format';
import { i18nConfig, loadTexts } from '@/lib/i18n/i18n';
import { usePermissions } from '@/lib/session/me';
import { startSprite } from '@/lib/sprite';
import { useModal } from '@/state/modal';
import { keepSettings } from '@/state/settings';
import { type Theme, useTheme } from '@/state/ui';
import { AuthGate } from './auth-gate';
import type { PageOptions } from './define-page';
import { skipUnchangedLanguage } from './document-language';
import { fontStyle, startFonts } from './fonts';
import { PageHead } from './page-head';
import { SettingsBoot } from './settings-boot';
import { Texts } from './texts';
import { Toasts } from './toasts';
import { useFirstData } from './use-first-data';

const ModalHost = dynamic(() => import('./dialogs/modal-host').then((module) => module.ModalHost), {
  ssr: false,
});

const noTexts: NonNullable<PageOptions['texts']> = [];

type Page = NextComponentType<NextPageContext, object, object> & PageOptions;

if (typeof window !== 'undefined') {
  skipUnchangedLanguage();
  startRequests();
  prefetchMe();
  // Without the sprite only icons are missing.
  startSprite().catch(() => undefined);
  void prefetchSettings().then(keepSettings);
  // After the first rows' requests.
  setTimeout(startFonts);
}

/** The providers and frame around every page. */
export const App = appWithTranslation<Omit<AppProps, 'Component'> & { Component: Page }>(Frame, i18nConfig);

function Frame({ Component }: { Component: Page }) {
  const { titleKey, firstList, isShownAtOnce = false, texts = noTexts } = Component;
  setPanelLanguage(i18n?.language);
  useThemeAttribute();
  // All dictionaries of a page at once: its components would ask for one after the other.
  for (const name of texts) void loadTexts(name);

  return (
    <QueryClientProvider client={queryClient}>
      <style>{fontStyle}</style>
      <Suspense>
        <PageHead titleKey={titleKey} firstList={firstList} />
      </Suspense>
      <Texts>
        <SettingsBoot isShownAtOnce={isShownAtOnce}>
          <AuthGate isShownAtOnce={isShownAtOnce}>
            <Component />
          </AuthGate>
        </SettingsBoot>
        <Suspense>
          <Dialogs />
        </Suspense>
      </Texts>
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  );
}

/**
 * Dialogs, the HTTP client and, once somebody has signed in, the texts of other pages load after the page's data; a dialog
 * opened earlier loads its host immediately.
 */
function Dialogs() {
  const hasData = useFirstData();
  const { isOpen } = useModal();
  const permissions = usePermissions();
  const capabilities = useCapabilities();
  useEffect(() => {
    if (hasData) startClient();
  }, [hasData]);
  useEffect(() => {
    if (!hasData || permissions.length === 0) return;
    import('@/lib/i18n/other-texts')
      .then(({ loadOtherTexts }) => loadOtherTexts(permissions, capabilities))
      // A page that opens loads its own.
      .catch(() => undefined);
  }, [hasData, permissions, capabilities]);
  return hasData || isOpen ? <ModalHost /> : null;
}

const darkSystem = '(prefers-color-scheme: dark)';

/** Keeps `data-theme` in sync with the stored choice and the system. `public/early.js` sets it for the first paint. */
function useThemeAttribute(): void {
  const [theme] = useTheme();
  const isFirst = useRef(true);

  useEffect(() => {
    // The stored choice is not loaded yet; early.js has read it.
    if (isFirst.current) isFirst.current = false;
    else applyTheme(theme);
    if (theme !== 'system') return;
    const follow = () => applyTheme('system');
    const system = window.matchMedia(darkSystem);
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, [theme]);
}

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && window.matchMedia(darkSystem).matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
