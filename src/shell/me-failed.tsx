import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';
import { type ClientError, isPassing } from '@/lib/api/errors';

/** Messages of specification §6 → translation keys. */
const texts: Record<string, string> = {
  Unauthorized: 'errors.unauthorized',
  'Unexpected status code': 'errors.unexpected-status',
  'Network error': 'errors.network',
};

/** `me` could not be loaded: shows why, with retry and sign-out. */
export function MeFailed({ error }: { error: ClientError }) {
  const { t } = useTranslation('common');
  // Not by the hook: an observer mounted on a failed query refetches immediately, and this screen would flicker
  // forever.
  const queryClient = useQueryClient();

  return (
    <ErrorPage
      title={t(isPassing(error) ? 'text-no-answer' : 'text-me-failed')}
      text={t(texts[error.message] ?? 'errors.unknown')}
      requestId={error.requestId}
      onRetry={() => void queryClient.refetchQueries({ queryKey: ['me'] })}
    >
      <LinkButton href="/logout">{t('text-logout')}</LinkButton>
    </ErrorPage>
  );
}
