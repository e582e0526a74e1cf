import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { movedTo } from '@/contract/pages/moved';
import { useTabName } from '@/lib/hooks/use-tab-name';
import { useInstead } from './use-instead';

/** For unknown addresses, unless another page has taken their place, and shops that do not exist for this person. */
export function PageMissing({ isInShell = false }: { isInShell?: boolean }) {
  const { t } = useTranslation('common');
  const isElsewhere = useInstead(movedTo);
  useTabName(t('text-page-not-found'));
  if (isElsewhere) return <Loader isFullScreen />;
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
