import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useState } from 'react';
import { Loader } from '@/components/ui/loader';
import { defaultLanguage, directionOf } from '@/contract/core/languages';
import { hasDictionary, loadDictionary } from '@/lib/i18n/i18n';

/** Waits for the language's texts and sets the document's language and direction. */
export function Dictionaries({ children }: { children: ReactNode }) {
  const { locale = defaultLanguage } = useRouter();
  const { i18n } = useTranslation();
  const [loaded, setLoaded] = useState<string>();
  const isReady = hasDictionary(i18n, locale);

  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
    if (hasDictionary(i18n, locale)) return;
    // Without its texts a language is shown in Russian.
    void loadDictionary(i18n, locale).finally(() => setLoaded(locale));
  }, [i18n, locale]);

  return isReady || loaded === locale ? children : <Loader isFullScreen />;
}
