import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { EmptyState } from './empty-state';

interface NotFoundProps {
  /** Where the way out leads; home when left out. */
  href?: string;
  linkText?: string;
}

/** Shown for an address or a row that does not exist, or is not the person's. */
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
