import { QueryClientProvider } from '@tanstack/react-query';
import type { NextComponentType, NextPageContext } from 'next';
import type { AppProps } from 'next/app';
import dynamic from 'next/dynamic';
import { appWithTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import type { FirstList } from '@/crud/list/prefetch-list';
import { startClient } from '@/lib/api/client';
import { prefetchMe, prefetchSettings, queryClient, startRequests } from '@/lib/api/first-requests';
import { i18nConfig } from '@/lib/i18n/i18n';
import { startSprite } from '@/lib/sprite';
import { useModal } from '@/state/modal';
import { keepSettings } from '@/state/settings';
import { AuthGate } from './auth-gate';
import { keepLanguageCalm } from './calm-language';
import { Dictionaries } from './dictionaries';
import { fontStyle, startFonts } from './fonts';
import { PageHead } from './page-head';
import { SettingsBoot } from './settings-boot';
import { Toasts } from './toasts';
import { useFirstData } from './use-first-data';
import { useThemeAttribute } from './use-theme-attribute';

const ModalHost = dynamic(() => import('./modal-host').then((module) => module.ModalHost), { ssr: false });

/** A page may name itself, the key of the title of the browser's tab, and say what list it will ask for. */
type Page = NextComponentType<NextPageContext, object, object> & {
  titleKey?: string;
  firstList?: FirstList;
};

if (typeof window !== 'undefined') {
  keepLanguageCalm();
  startRequests();
  prefetchMe();
  // Without it pages have no pictures on their buttons, and everything else.
  startSprite().catch(() => undefined);
  void prefetchSettings().then(keepSettings);
  // After what the first rows wait for.
  setTimeout(startFonts);
}

/** Everything that stands around a page, in the order in which it lets the page through. */
export const App = appWithTranslation<Omit<AppProps, 'Component'> & { Component: Page }>(Frame, i18nConfig);

function Frame({ Component }: { Component: Page }) {
  useThemeAttribute();

  return (
    <QueryClientProvider client={queryClient}>
      <style>{fontStyle}</style>
      <PageHead titleKey={Component.titleKey} firstList={Component.firstList} />
      <Dictionaries>
        <SettingsBoot>
          <AuthGate>
            <Component />
          </AuthGate>
        </SettingsBoot>
        <Dialogs />
      </Dictionaries>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Dialogs, and what further requests need, come after the data of the page; a dialog that was opened before brings its host along. */
function Dialogs() {
  const hasData = useFirstData();
  const { isOpen } = useModal();
  useEffect(() => {
    if (hasData) startClient();
  }, [hasData]);
  return hasData || isOpen ? <ModalHost /> : null;
}
