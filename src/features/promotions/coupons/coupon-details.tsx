import { Pencil } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { StatusBadge } from '@/components/domain/status-badge';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import { familyPaths } from '@/contract/core/define';
import { coupons } from '@/contract/promotions/coupons';
import type { Coupon, CouponUsesInShop } from '@/contract/promotions/coupons/schema';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useRights } from '@/lib/session/rights';
import { CouponTicket } from './coupon-ticket';
import { useCouponWords } from './use-coupon-words';

/** Coupon details: the ticket as the customer sees it, and its state. */
export function CouponDetails({ resource, id, shop }: DetailsProps<'coupons'>) {
  const { t } = useTranslation('common');
  const labels = useLabels(resource);
  const rights = useRights(resource, shop);
  const { list, edit } = familyPaths(resource, shop);
  const parent = { href: list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(coupon) => (
        <>
          <PageHeader
            title={coupon.code}
            parent={parent}
            badge={<StatusBadge resource={resource} value={coupon.status} />}
          >
            {rights.canUpdate && (
              <LinkButton href={edit(coupon.code)} icon={<Pencil className="size-4" />}>
                {t('common:button-edit')}
              </LinkButton>
            )}
          </PageHeader>
          <div className="mt-4 grid max-w-3xl gap-4">
            <CouponTicket coupon={coupon} />
            <Card>
              <Facts coupon={coupon} />
            </Card>
            {coupon.uses_by_shop && coupon.uses_by_shop.length > 0 && (
              <UsesByShop uses={coupon.uses_by_shop} />
            )}
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Which shops sold with the marketplace's coupon: one that redeems it for itself stands out. */
function UsesByShop({ uses }: { uses: readonly CouponUsesInShop[] }) {
  const { t, i18n } = useTranslation(['promotions', 'common']);
  const { money } = useCouponWords();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Card title={t('promotions:coupons.card.by-shop')}>
      <ul className="divide-y divide-line-faint">
        {uses.map(({ shop, uses: count, at_till, discount }) => (
          <li key={shop.id} className="flex flex-wrap items-baseline gap-x-4 py-2 first:pt-0 last:pb-0">
            <Link
              href={`/${shop.slug}`}
              className="min-w-0 flex-1 basis-40 rounded-badge font-medium break-words hover:text-accent-ink hover:underline"
            >
              {shop.name}
            </Link>
            <span className="text-ink-second tabular-nums">
              {t('promotions:coupons.card.uses', { count, number: number(count) })}
              {at_till > 0 && ` · ${t('promotions:coupons.card.at-till', { number: number(at_till) })}`}
            </span>
            <b className="min-w-24 text-end font-semibold whitespace-nowrap tabular-nums">
              {money(discount)}
            </b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ coupon }: { coupon: Coupon }) {
  const { t, i18n } = useTranslation(['promotions', 'common']);
  const labels = useLabels(coupons);
  const words = useCouponWords();
  const number = (value: number) => formatNumber(value, i18n.language);
  const moment = (iso: string) => formatDateTime(iso, i18n.language);
  const yesNo = (flag: boolean) => t(flag ? 'common:text-yes' : 'common:text-no');
  const { used_count: used, usage_limit: limit, usage_limit_per_user: perUser } = coupon;
  const minimum = coupon.minimum_cart_amount;
  const dates = { from: moment(coupon.active_from), to: moment(coupon.expire_at) };
  const facts = [
    { key: 'type', value: labels.option('type', coupon.type) },
    { key: 'amount', value: words.gift({ type: coupon.type, amount: coupon.amount ?? 0 }) },
    {
      key: 'minimum_cart_amount',
      value: minimum ? words.money(minimum) : '',
    },
    {
      key: 'period',
      label: t('promotions:coupons.card.period'),
      value: t('promotions:coupons.card.dates', dates),
    },
    {
      key: 'used_count',
      value: limit
        ? t('promotions:coupons.card.uses-of', { used: number(used), limit: number(limit) })
        : number(used),
    },
    { key: 'usage_limit_per_user', value: perUser && number(perUser) },
    { key: 'target', value: yesNo(coupon.target) },
    { key: 'is_listed', value: yesNo(coupon.is_listed) },
    { key: 'shop_id', value: coupon.shop?.name ?? t('promotions:coupons.card.whole-site') },
    { key: 'is_approve', value: yesNo(coupon.is_approve) },
    { key: 'created_at', value: moment(coupon.created_at) },
    { key: 'updated_at', value: moment(coupon.updated_at) },
  ];
  return (
    <FactList
      facts={facts.map(({ key, label, value }) => ({
        key,
        label: label ?? labels.field(key),
        value: value || '—',
      }))}
    />
  );
}
