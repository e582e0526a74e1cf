import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { StatusBadge } from '@/components/domain/status-badge';
import { findSection } from '@/components/form/form-errors';
import { typedSum } from '@/components/form/sum-and-reason';
import { Card } from '@/components/ui/card';
import type { AnyResource, FormField } from '@/contract/core/define';
import { topRole } from '@/contract/core/permissions';
import { type CouponType, couponTypes } from '@/contract/promotions/coupons/rules';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { usePermissions } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { useCouponWords } from './use-coupon-words';

/** Fields under a heading. */
const sections = {
  settings: ['active_from', 'expire_at'],
  limits: ['usage_limit', 'usage_limit_per_user', 'target', 'is_listed', 'shop_id'],
};

/** Coupon form: the amount is roubles or per cent by type, with a preview of the offer. */
export function CouponForm({ resource, row, shop }: FormProps) {
  const { t } = useTranslation('promotions');
  const [start] = useState(() => new Date(new Date().setSeconds(0, 0)).toISOString());
  const fromNow = { ...resource, initial: { ...resource.initial, active_from: start } };
  // In a shop the coupon is that shop's.
  const shopId = useShopId(shop);
  const fixed = shopId === undefined ? {} : { shop_id: shopId };
  const record = useResourceForm({ resource: fromNow, row, shop }, fixed);
  const permissions = usePermissions();
  const type = couponTypes.find((known) => known === record.form.watch('type')) ?? 'fixed';
  const shaped = withAmountOf(type, resource);
  const draw = (keys: readonly string[]) =>
    shaped.fields
      .filter(
        (field: FormField<JsonRecord>) => keys.includes(field.key) && (!field.when || field.when({ type })),
      )
      .map((field: FormField<JsonRecord>) => (
        <FieldInput key={field.key} resource={shaped} field={field} form={record.form} isNew={!row} />
      ));
  if (shop !== undefined && shopId === undefined) return null;
  const isReviewed = topRole(permissions) !== 'super_admin';
  const side = (
    <>
      <Card title={t('promotions:coupons.card.settings')} isForm>
        {draw(sections.settings)}
      </Card>
      <Card title={t('promotions:coupons.card.limits')} isForm>
        {/* The shop of a coupon is immutable. */}
        {draw(sections.limits.filter((key) => key !== 'shop_id' || (!row && !shop)))}
      </Card>
      <Card isForm>{draw(['image'])}</Card>
    </>
  );
  return (
    <ResourceFrame
      row={row}
      shop={shop}
      record={record}
      side={side}
      resource={shaped}
      badge={row && <StatusBadge resource={resource} value={String(row.status)} />}
      placeOf={(path) => {
        const name = findSection(sections, path);
        return { heading: name && t(`promotions:coupons.card.${name}`) };
      }}
    >
      {isReviewed && <p className="text-ink-second">{t('promotions:coupons.card.reviewed')}</p>}
      <Card isForm>
        {draw(['code', 'type', 'amount', 'minimum_cart_amount'])}
        <Preview type={type} form={record.form} />
        {draw(['description'])}
      </Card>
    </ResourceFrame>
  );
}

/** The family with the amount's input adapted to the coupon type. */
function withAmountOf(type: CouponType, resource: AnyResource): AnyResource {
  const fields = resource.fields.map(
    (field: FormField<JsonRecord>): FormField<JsonRecord> =>
      field.key === 'amount' && type === 'percentage' ? { ...field, kind: 'number', unit: 'percent' } : field,
  );
  return { ...resource, fields };
}

function Preview({ type, form }: { type: CouponType; form: UseFormReturn }) {
  const { t } = useTranslation('promotions');
  const words = useCouponWords();
  const [amount, minimum, until] = form.watch(['amount', 'minimum_cart_amount', 'expire_at']);
  const summary = words.summary({
    type,
    amount: figureOf(amount),
    minimum: figureOf(minimum),
    until: String(until ?? ''),
  });
  return (
    <p role="status" className="rounded-control bg-accent-soft px-3 py-2.5 text-accent-ink">
      <span className="text-small">{t('promotions:coupons.preview.title')}</span>
      <b className="block font-semibold">{summary ?? t('promotions:coupons.preview.empty')}</b>
    </p>
  );
}

/** Zero for what is no number yet. */
const figureOf = (typed: unknown) => Number(typedSum(String(typed ?? ''))) || 0;
