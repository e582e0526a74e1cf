import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { LinkButton } from '@/components/ui/link-button';
import type { ClientError } from '@/lib/api/errors';

/** The three words of specification §6 → keys of their texts. */
const texts: Record<string, string> = {
  Unauthorized: 'errors.unauthorized',
  'Unexpected status code': 'errors.unexpected-status',
  'Network error': 'errors.network',
};

/** The signed-in person could not be fetched: says why, and offers to try again or to sign in as somebody else. */
export function MeFailed({ error }: { error: ClientError }) {
  const { t } = useTranslation('common');
  // Not by the hook: a new observer of a failed query asks at once, and this screen would come and go for ever.
  const queryClient = useQueryClient();

  return (
    <ErrorPage
      title={t('text-me-failed')}
      text={t(texts[error.message] ?? 'errors.unknown')}
      requestId={error.requestId}
      onRetry={() => void queryClient.refetchQueries({ queryKey: ['me'] })}
    >
      <LinkButton href="/logout">{t('text-logout')}</LinkButton>
    </ErrorPage>
  );
}
