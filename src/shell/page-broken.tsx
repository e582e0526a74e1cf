import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';

/** Shown when a page itself fails. The way out reloads: what broke may be the running program. */
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
