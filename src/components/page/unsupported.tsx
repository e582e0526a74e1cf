import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { EmptyState } from './empty-state';

/** For a page or a record whose endpoint the server does not have. */
export function Unsupported() {
  const { t } = useTranslation('common');
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <EmptyState
        picture="lost"
        title={t('errors.NOT_SUPPORTED')}
        text={t('text-not-supported-message')}
        action={
          <LinkButton href="/" variant="primary">
            {t('text-return-home')}
          </LinkButton>
        }
      />
    </div>
  );
}
