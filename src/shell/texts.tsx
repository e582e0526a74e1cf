import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { NoTexts } from '@/components/page/no-texts';
import { Loader } from '@/components/ui/loader';
import { defaultLanguage, textDirection } from '@/contract/core/languages';

/** Waits for the texts of the page's language, and sets the document's language and direction. */
export function Texts({ children }: { children: ReactNode }) {
  const { locale = defaultLanguage } = useRouter();
  // This component itself waits for nothing: it shows what happens when they do not come.
  const { i18n } = useTranslation('common', { useSuspense: false });
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = textDirection(locale);
  }, [locale]);
  useEffect(() => {
    const fail = () => setFailed(true);
    i18n.on('failedLoading', fail);
    return () => i18n.off('failedLoading', fail);
  }, [i18n]);

  if (isFailed) return <NoTexts language={locale} />;
  // Another language: i18next changes to it when its texts are there.
  if (i18n.language !== locale) return <Loader isFullScreen />;
  return <Suspense fallback={<Loader isFullScreen />}>{children}</Suspense>;
}
