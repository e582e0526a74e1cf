import { type ReactNode, useLayoutEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createTexts } from '@/lib/i18n/i18n';

/**
 * The texts of the page's language for all components. The provider of next-i18next reads them from page data, which
 * this app does not use.
 */
export function Texts({ language, children }: { language: string; children: ReactNode }) {
  const [texts] = useState(() => createTexts(language));
  useLayoutEffect(() => {
    void texts.changeLanguage(language);
  }, [texts, language]);
  return <I18nextProvider i18n={texts}>{children}</I18nextProvider>;
}
