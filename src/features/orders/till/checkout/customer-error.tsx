import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { messageKey, toClientError } from '@/lib/api/errors';

/** The customer's addresses did not come. */
export function CustomerError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const found = toClientError(error);
  return (
    <ErrorBanner
      text={t(messageKey(found))}
      onRetry={onRetry}
      {...(found.requestId && { requestId: found.requestId })}
    />
  );
}
