import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { NumberInput } from '@/components/inputs/number-input';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { VendorStart } from '@/contract/insights/vendor-start';
import { vendorShare } from '@/contract/orders/money';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useMayOpen } from '@/lib/session/rights';
import { useSettings } from '@/state/settings';
import { useMoney } from '@/state/use-money';

/** Why the shop does not sell yet: the next step, its date, and where the answer will be sent. */
export function ReviewCard({ start }: { start: VendorStart }) {
  const { t, i18n } = useTranslation('insights');
  const { shop, review_hours: hours, email } = start;
  const word = (key: string, more = {}) => t(`insights:first-steps.review.${key}`, more);
  if (!shop || shop.is_active) return null;
  if (shop.was_open || shop.disapproved_reason) {
    const { disapproved_reason: reason } = shop;
    return (
      <Card title={word('off')}>
        <p className="text-ink-second">{reason ? word('off-reason', { reason }) : word('off-text')}</p>
      </Card>
    );
  }
  const lacks = start.steps.find(
    ({ key, is_done }) => (key === 'requisites' || key === 'papers') && !is_done,
  );
  if (lacks) {
    return (
      <Card title={word(`no-${lacks.key}`)}>
        <p className="text-ink-second">{word(`no-${lacks.key}-text`)}</p>
      </Card>
    );
  }
  const days = hours === null ? 0 : Math.round(hours / 24);
  const pace = days > 1 ? word('days', { count: days }) : word('hours', { count: hours ?? 0 });
  return (
    <Card title={word('waiting')}>
      <div className="space-y-2 text-ink-second">
        <p>{word('sent', { moment: formatDateTime(shop.created_at, i18n.language) })}</p>
        <p>
          {word('next')} {hours !== null && pace}
        </p>
        <p>
          {word('mail')}{' '}
          <span dir="ltr" className="font-medium wrap-anywhere text-ink">
            {email}
          </span>
          . {word('meanwhile')}
        </p>
      </div>
    </Card>
  );
}

const firstPrice = 1000;

/** Payout of a price after the commission, by the arithmetic of real orders. */
export function EarningsCard({ start }: { start: VendorStart }) {
  const { t, i18n } = useTranslation('insights');
  const money = useMoney();
  const id = useId();
  const [typed, setTyped] = useState(formatPlain(start.example_price ?? firstPrice));
  const { commission_rate: rate, is_own_rate: isOwn } = start;
  const word = (key: string, more = {}) => t(`insights:first-steps.earnings.${key}`, more);
  if (rate === null) {
    return (
      <Card title={word('title')}>
        <p className="text-ink-second">{word('no-rate')}</p>
      </Card>
    );
  }
  const price = toMinor(readPrice(typed));
  const share = vendorShare(price, 0, rate);
  return (
    <Card title={word('title')}>
      <dl className="space-y-2">
        <div className="flex items-center justify-between gap-3">
          <dt className="text-ink-second">
            <label htmlFor={id}>{word('price')}</label>
          </dt>
          <dd className="w-28">
            <NumberInput
              id={id}
              value={typed}
              className="text-end font-semibold tabular-nums"
              onChange={(event) => setTyped(event.target.value)}
            />
          </dd>
        </div>
        <div className="flex justify-between gap-3">
          <dt className="text-ink-second">
            {word('commission', { rate: formatNumber(rate, i18n.language) })}
          </dt>
          <dd className="font-semibold tabular-nums">{money(fromMinor(share - price))}</dd>
        </div>
        <div className="flex justify-between gap-3 font-semibold">
          <dt>{word('yours')}</dt>
          <dd className="text-good tabular-nums">{money(fromMinor(share))}</dd>
        </div>
      </dl>
      {!isOwn && <p className="mt-3 text-small text-ink-second">{word('usual')}</p>}
    </Card>
  );
}

const formatPlain = (price: number) => String(price).replace('.', ',');

/** Up to a billion: more is a typing error. */
function readPrice(typed: string): number {
  const price = Number(typed.replace(/\s/g, '').replace(',', '.'));
  return Number.isFinite(price) ? Math.min(Math.max(price, 0), 1e9) : 0;
}

/** Contacts for questions: only pages open to this vendor and contacts given by the marketplace. */
export function HelpCard({ hasShop }: { hasShop: boolean }) {
  const { t } = useTranslation('insights');
  const mayOpen = useMayOpen();
  const { contactDetails } = useSettings();
  const emailAddress = contactDetails?.emailAddress;
  const pages = [
    { key: 'chat', href: '/owner-message', isShown: hasShop },
    { key: 'notices', href: '/notice', isShown: true },
    { key: 'faqs', href: '/faqs', isShown: true },
    { key: 'settings', href: '/vendor/settings', isShown: true },
  ].filter(({ href, isShown }) => isShown && mayOpen(href));
  const line =
    'rounded-badge text-accent-ink hover:underline pointer-coarse:inline-block pointer-coarse:py-2.5';
  return (
    <Card title={t('insights:first-steps.help.title')}>
      <ul className="space-y-2 pointer-coarse:space-y-0">
        {pages.map(({ key, href }) => (
          <li key={key}>
            <Link href={href} className={line}>
              {t(`insights:first-steps.help.${key}`)}
            </Link>
          </li>
        ))}
        {emailAddress && (
          <li>
            <a href={`mailto:${emailAddress}`} dir="ltr" className={`${line} wrap-anywhere`}>
              {emailAddress}
            </a>
          </li>
        )}
      </ul>
    </Card>
  );
}
