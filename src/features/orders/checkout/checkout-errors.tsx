import { useTranslation } from 'next-i18next/pages';
import { ErrorBanner } from '@/components/page/error-banner';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { type ClientError, errorText, messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import type { Change } from './checkout-math';

/** Error of a checkout request: field errors where the server sent them, else its message. */
export function RequestError({ error }: { error: ClientError }) {
  const { t } = useTranslation(['form', 'common']);
  const word = useCheckoutWord();
  const money = useMoney();
  const minimum = minimumAmount(error.current);
  const reasons = Object.values(error.fields)
    .flat()
    .map((key) => t(`form:${key}`, { defaultValue: key }));
  const least = minimum === undefined ? [] : [word('checkout.minimum', { sum: money(minimum) })];
  const text = reasons.length > 0 ? [...new Set([...reasons, ...least])].join('. ') : errorText(t, error);
  return <ErrorBanner text={text} requestId={error.requestId} />;
}

/** Minimum order amount, when the error is about it. */
function minimumAmount(current: unknown): number | undefined {
  if (typeof current !== 'object' || current === null || !('minimum_order_amount' in current))
    return undefined;
  return Number(current.minimum_order_amount);
}

/** Loading the customer failed. */
export function CustomerError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('common');
  const found = toClientError(error);
  return <ErrorBanner text={t(messageKey(found))} onRetry={onRetry} requestId={found.requestId} />;
}

/** Differences between the shown order and the server's; nothing was placed. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { i18n } = useTranslation();
  const word = useCheckoutWord();
  const money = useMoney();
  return (
    <div role="alert" className="rounded-card border border-warn/25 bg-warn-soft p-3 text-warn">
      <p className="font-semibold">{word('checkout.changed.title')}</p>
      <ul className="mt-1.5 list-disc ps-5 text-small">
        {changes.map(({ key, name, before = 0, now = 0, left = 0 }) => (
          <li key={`${key} ${name}`}>
            {word(`checkout.changed.${key}`, {
              name,
              before: money(before),
              now: money(now),
              text: formatNumber(left, i18n.language),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-small">{word('checkout.changed.text')}</p>
    </div>
  );
}
