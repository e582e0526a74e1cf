import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { usePosWord } from '@/features/orders/till/use-till-word';
import { type ClientError, errorText } from '@/lib/api/errors';
import { useMoney } from '@/state/use-money';

/** Why checkout was refused: the reason of each field where the server named them, else the error in words. */
export function RequestError({ error }: { error: ClientError }) {
  const { t } = useTranslation(['form', 'common']);
  const word = usePosWord();
  const money = useMoney();
  const minimum = minimumIn(error.current);
  const reasons = Object.values(error.fields)
    .flat()
    .map((key) => t(`form:${key}`, { defaultValue: key }));
  const least = minimum === undefined ? [] : [word('checkout.minimum', { sum: money(minimum) })];
  const text = reasons.length > 0 ? [...new Set([...reasons, ...least])].join('. ') : errorText(t, error);
  return <ErrorBanner text={text} {...(error.requestId && { requestId: error.requestId })} />;
}

/** What the marketplace takes an order for at least, where that is why it was refused. */
function minimumIn(current: unknown): number | undefined {
  if (typeof current !== 'object' || current === null || !('minimum_order_amount' in current))
    return undefined;
  return Number(current.minimum_order_amount);
}
