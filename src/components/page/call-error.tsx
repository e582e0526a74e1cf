import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { errorText, toClientError } from '@/lib/api/errors';

/** Why a dialog's request failed: the field errors in words, else the general message. */
export function CallError({ error }: { error: unknown }) {
  const { t } = useTranslation(['form', 'common']);
  if (!error) return null;
  const failure = toClientError(error);
  const reasons = Object.values(failure.fields)
    .flat()
    .map((key) => t(`form:${key}`, { defaultValue: key }));
  return (
    <ErrorBanner
      text={reasons.length > 0 ? reasons.join('. ') : errorText(t, failure)}
      requestId={failure.requestId}
    />
  );
}
