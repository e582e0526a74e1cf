import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { EmptyState } from './empty-state';

interface NotFoundProps {
  /** Target of the way out; home by default. */
  href?: string;
  linkText?: string;
}

/** For an address or a row that does not exist, or belongs to somebody else. */
export function NotFound(props: NotFoundProps) {
  const { t } = useTranslation('common');
  return (
    <Lost title={t('common:text-page-not-found')} text={t('common:text-page-not-found-message')} {...props} />
  );
}

/** For a page or a record whose endpoint the server does not have. */
export function UnsupportedPage() {
  const { t } = useTranslation('common');
  return <Lost title={t('errors.NOT_SUPPORTED')} text={t('text-not-supported-message')} />;
}

interface LostProps extends NotFoundProps {
  title: string;
  text: string;
}

function Lost({ title, text, href = '/', linkText }: LostProps) {
  const { t } = useTranslation('common');
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <EmptyState
        isPage
        picture="lost"
        title={title}
        text={text}
        action={
          <LinkButton href={href} variant="primary">
            {linkText ?? t('text-return-home')}
          </LinkButton>
        }
      />
    </div>
  );
}
