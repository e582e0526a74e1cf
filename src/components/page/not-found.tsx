import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { EmptyState } from './empty-state';

interface NotFoundProps {
  /** Target of the way out; home by default. */
  href?: string;
  linkText?: string;
}

/** For an address or a row that does not exist, or belongs to somebody else. */
export function NotFound({ href = '/', linkText }: NotFoundProps) {
  const { t } = useTranslation('form');
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <EmptyState
        picture="lost"
        title={t('common:text-page-not-found')}
        text={t('common:text-page-not-found-message')}
        action={
          <LinkButton href={href} variant="primary">
            {linkText ?? t('common:text-return-home')}
          </LinkButton>
        }
      />
    </div>
  );
}
