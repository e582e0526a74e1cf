import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';

/** The access-denied screen of specification §2, also for pages the permissions do not allow. */
export function AccessDenied() {
  const { t } = useTranslation('common');
  return (
    <ErrorPage picture="denied" title={t('text-access-denied')} text={t('text-access-denied-message')}>
      <LinkButton href="/" variant="primary">
        {t('text-return-home')}
      </LinkButton>
    </ErrorPage>
  );
}
