import '@/lib/i18n/page-words';
import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';

/** For unknown addresses and shops that do not exist for this person. */
export function PageMissing({ isInShell = false }: { isInShell?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <ErrorPage
      picture="missing"
      title={t('text-page-not-found')}
      text={t('text-page-not-found-message')}
      isFullScreen={!isInShell}
    >
      <LinkButton href="/" variant="primary">
        {t('text-return-home')}
      </LinkButton>
    </ErrorPage>
  );
}
