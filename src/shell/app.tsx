import { QueryClientProvider } from '@tanstack/react-query';
import type { NextComponentType, NextPageContext } from 'next';
import type { AppProps } from 'next/app';
import { appWithTranslation, useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { messageKey } from '@/lib/errors';
import { i18nConfig } from '@/lib/i18n';
import { createQueryClient } from '@/lib/query-client';
import { showToast } from '@/lib/toast';
import { AuthGate } from './auth-gate';
import { Dictionaries } from './dictionaries';
import { fontStyle } from './fonts';
import { ModalHost } from './modal-host';
import { PageHead } from './page-head';
import { SettingsBoot } from './settings-boot';
import { Toasts } from './toasts';
import { useThemeAttribute } from './use-theme-attribute';

/** A page may name itself: the key of the title of the browser's tab. */
type Page = NextComponentType<NextPageContext, object, object> & { titleKey?: string };

/** Everything that stands around a page, in the order in which it lets the page through. */
export const App = appWithTranslation<Omit<AppProps, 'Component'> & { Component: Page }>(Frame, i18nConfig);

function Frame({ Component }: { Component: Page }) {
  const { i18n } = useTranslation();
  const [queryClient] = useState(() =>
    createQueryClient((error) =>
      showToast('error', i18n.t(messageKey(error)), error.requestId ? { requestId: error.requestId } : {}),
    ),
  );
  useThemeAttribute();

  return (
    <QueryClientProvider client={queryClient}>
      <style>{fontStyle}</style>
      <PageHead titleKey={Component.titleKey} />
      <Dictionaries>
        <SettingsBoot>
          <AuthGate>
            <Component />
          </AuthGate>
        </SettingsBoot>
        <ModalHost />
      </Dictionaries>
      <Toasts />
    </QueryClientProvider>
  );
}
