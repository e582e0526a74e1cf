import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/error-page';
import { LinkButton } from '@/components/link-button';
import type { ClientError } from '@/lib/errors';
import { useMe } from '@/lib/me';

/** The three words of specification §6 → keys of their texts. */
const texts: Record<string, string> = {
  Unauthorized: 'errors.unauthorized',
  'Unexpected status code': 'errors.unexpected-status',
  'Network error': 'errors.network',
};

/** The signed-in person could not be fetched: says why, and offers to try again or to sign in as somebody else. */
export function MeFailed({ error }: { error: ClientError }) {
  const { t } = useTranslation('common');
  const { refetch } = useMe();
  const isUnverified = error.code === 'EMAIL_NOT_VERIFIED';

  return (
    <ErrorPage
      title={t(isUnverified ? 'email-not-verified' : 'text-me-failed')}
      text={t(isUnverified ? 'email-not-verified-message' : (texts[error.message] ?? 'errors.unknown'))}
      requestId={isUnverified ? undefined : error.requestId}
      onRetry={() => void refetch()}
    >
      <LinkButton href="/logout">{t('text-logout')}</LinkButton>
    </ErrorPage>
  );
}
