import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';

/** Shown when a page crashes. Retry reloads, because the running code may be broken. */
export function PageBroken() {
  const { t } = useTranslation('common');
  return (
    <ErrorPage
      picture="broken"
      title={t('text-server-error')}
      text={t('text-server-error-message')}
      onRetry={() => window.location.reload()}
    />
  );
}
