import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Loader } from '@/components/ui/loader';
import { defaultLanguage, offeredLanguages } from '@/contract/core/languages';
import { keepWrittenCodes } from '@/lib/api/client-error';
import { settingsOptions } from '@/lib/api/first-requests';
import { useIsClient } from '@/lib/hooks/use-is-client';
import { lazy } from '@/shell/define-page';
import { useSetSettings } from '@/state/settings';

const SettingsFailed = lazy(
  () => import('./settings-failed'),
  'SettingsFailed',
  () => <Loader isFullScreen />,
);

interface SettingsBootProps {
  /** The page does not wait for the settings. */
  isShownAtOnce?: boolean;
  children: ReactNode;
}

/**
 * Loads the site settings for the language, with a full-screen loader or error page. Children render hidden meanwhile,
 * so that `me` and the first list are requested in parallel.
 */
export function SettingsBoot({ isShownAtOnce = false, children }: SettingsBootProps) {
  const { i18n } = useTranslation('common');
  const { locale = defaultLanguage, asPath, replace } = useRouter();
  const setSettings = useSetSettings();

  // The settings may load before hydration, but the prerendered page has none.
  const isClient = useIsClient();
  const {
    data: known,
    error,
    refetch,
  } = useQuery({
    ...settingsOptions(locale),
    // Another language shows the current settings until its own load.
    placeholderData: keepPreviousData,
  });
  const data = isClient ? known : undefined;

  useLayoutEffect(() => {
    if (!data) return;
    setSettings(data.options);
    const texts = data.error_texts ?? {};
    i18n.addResourceBundle(data.language ?? locale, 'errors', texts);
    keepWrittenCodes(Object.keys(texts));
  }, [data, setSettings, i18n, locale]);

  // The open page's language was switched off; a new visit is redirected by the server's gate.
  useEffect(() => {
    if (data && !offeredLanguages(data.options.languages).some((language) => language === locale))
      void replace(asPath, undefined, { locale: defaultLanguage });
  }, [data, locale, asPath, replace]);

  if (error && !data) return <SettingsFailed reason={error} onRetry={refetch} />;
  const isHidden = !data && !isShownAtOnce;
  return (
    <>
      {isHidden && <Loader isFullScreen />}
      <div hidden={isHidden}>{children}</div>
    </>
  );
}
