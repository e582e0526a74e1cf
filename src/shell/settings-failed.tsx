import { useTranslation } from 'next-i18next/pages';
import { ErrorPage } from '@/components/page/error-page';
import { errorText, isPassing, toClientError } from '@/lib/api/errors';

/** The settings could not be loaded: says why, with a way to ask again. */
export function SettingsFailed({ reason, onRetry }: { reason: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const error = toClientError(reason);
  return (
    <ErrorPage
      title={t(isPassing(error) ? 'text-no-answer' : 'text-settings-failed')}
      text={error.status === 404 ? t('errors.unexpected-status') : errorText(t, error)}
      requestId={error.requestId}
      onRetry={onRetry}
    />
  );
}
