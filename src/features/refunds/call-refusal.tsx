import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { errorText, toClientError } from '@/lib/api/errors';

interface CallRefusalProps {
  error: unknown;
  /** Fields that show their errors themselves. */
  except?: readonly string[];
}

/** Why a dialog's request failed: the field errors in words, else the general message. */
export function CallRefusal({ error, except = [] }: CallRefusalProps) {
  const { t } = useTranslation(['form', 'common']);
  if (!error) return null;
  const failure = toClientError(error);
  // It waits for a second person, which was said.
  if (failure.status === 202) return null;
  const fields = Object.entries(failure.fields);
  if (fields.length > 0 && fields.every(([key]) => except.includes(key))) return null;
  const reasons = fields.flatMap(([, keys]) => keys).map((key) => t(`form:${key}`, { defaultValue: key }));
  return (
    <ErrorBanner
      text={reasons.length > 0 ? reasons.join('. ') : errorText(t, failure)}
      requestId={failure.requestId}
    />
  );
}
