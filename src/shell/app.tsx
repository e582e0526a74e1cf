import { QueryClientProvider } from '@tanstack/react-query';
import type { NextComponentType, NextPageContext } from 'next';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import { appWithTranslation } from 'next-i18next/pages';
import { Suspense, useEffect } from 'react';
import type { Namespace } from '@/contract/domains';
import type { FirstList } from '@/crud/list/first-requests';
import { startClient } from '@/lib/api/client';
import { prefetchMe, prefetchSettings, queryClient, startRequests } from '@/lib/api/first-requests';
import { i18nConfig, loadOtherTexts } from '@/lib/i18n/i18n';
import { startSprite } from '@/lib/sprite';
import { useModal } from '@/state/modal';
import { keepSettings } from '@/state/settings';
import { AuthGate } from './auth-gate';
import { skipUnchangedLanguage } from './document-language';
import { fontStyle, startFonts } from './fonts';
import { PageHead } from './page-head';
import { SettingsBoot } from './settings-boot';
import { Texts } from './texts';
import { Toasts } from './toasts';
import { useFirstData } from './use-first-data';
import { useThemeAttribute } from './use-theme-attribute';

const ModalHost = dynamic(() => import('./dialogs/modal-host').then((module) => module.ModalHost), {
  ssr: false,
});

/** Pages may declare a title key, their dictionaries and their first list. */
type Page = NextComponentType<NextPageContext, object, object> & {
  titleKey?: string;
  firstList?: FirstList;
  /** Dictionaries that it shows besides `common`; the document preloads them (`pages/_document.tsx`). */
  texts?: readonly Namespace[];
  /** The page's HTML is useful before the session and the settings are known. */
  isShownAtOnce?: boolean;
};

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
  const { titleKey, firstList, isShownAtOnce = false } = Component;
  useThemeAttribute();

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

/** Dialogs, the HTTP client and the other texts load after the page's data; a dialog opened earlier loads its host immediately. */
function Dialogs() {
  const hasData = useFirstData();
  const { isOpen } = useModal();
  useEffect(() => {
    if (!hasData) return;
    startClient();
    void loadOtherTexts();
  }, [hasData]);
  return hasData || isOpen ? <ModalHost /> : null;
}
