import { useTranslation } from 'next-i18next/pages';
import { errorText, toClientError } from '@/lib/api/errors';

/** Why a request was refused, in words; undefined without an error. */
export function useRefusal(error: unknown) {
  const { t } = useTranslation(['form', 'common']);
  const failure = error ? toClientError(error) : undefined;
  const said = (key: string | undefined) => key && t(`form:${key}`, { defaultValue: key });
  return {
    /** At a field. */
    of: (field: string) => said(failure?.fields[field]?.[0]),
    /** At any field, else in general. */
    text: failure && (said(Object.values(failure.fields).flat()[0]) ?? errorText(t, failure)),
  };
}
