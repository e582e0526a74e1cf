import { useTranslation } from 'next-i18next/pages';
import { LinkButton } from '@/components/ui/link-button';
import { useTabName } from '@/lib/hooks/use-tab-name';
import { ErrorPage } from './error-page';

interface NotFoundProps {
  /** Target of the way out; home by default. */
  href?: string | undefined;
  linkText?: string | undefined;
  /** Outside of the shell. */
  isFullScreen?: boolean;
}

/** For an address or a row that does not exist, or belongs to somebody else. It names the browser tab. */
export function NotFound(props: NotFoundProps) {
  const { t } = useTranslation('common');
  useTabName(t('text-page-not-found'));
  return <Lost title={t('text-page-not-found')} text={t('text-page-not-found-message')} {...props} />;
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

function Lost({ title, text, href = '/', linkText, isFullScreen = false }: LostProps) {
  const { t } = useTranslation('common');
  return (
    <ErrorPage picture="missing" title={title} text={text} isFullScreen={isFullScreen}>
      <LinkButton href={href} variant="primary">
        {linkText ?? t('text-return-home')}
      </LinkButton>
    </ErrorPage>
  );
}
