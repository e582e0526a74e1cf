import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { NumberInput } from '@/components/inputs/number-input';
import { ErrorBanner } from '@/components/page/error-banner';
import { PageHeader } from '@/components/page/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { sumMoney } from '@/contract/core/money';
import type { CouponAnswer } from '@/contract/promotions/coupons';
import { api } from '@/lib/api/client';
import { type ClientError, messageKey, toClientError } from '@/lib/api/errors';
import { lazyResolver } from '@/lib/form/lazy-resolver';
import { currencySign } from '@/lib/format/currency-sign';
import { useSettings } from '@/state/settings';
import { CouponTicket } from './coupon-ticket';
import { useCouponWords } from './use-coupon-words';

const resolver = lazyResolver<FieldValues>(() =>
  import('@/contract/promotions/coupons/schema').then((module) => module.couponCheckSchema),
);

interface Checked {
  sum: number;
  answer: CouponAnswer;
}

/** Checks a code against a total without redeeming it. */
export function VerifyCoupon() {
  const { t } = useTranslation(['promotions', 'common', 'form']);
  const check = useCheck();
  useEffect(() => resolver.prepare(), []);
  const error = check.error ? toClientError(check.error) : undefined;

  return (
    <>
      <PageHeader
        title={t('promotions:coupons.verify.title')}
        parent={{ href: '/coupons', label: t('common:families.coupons') }}
      />
      <div className="mt-4 grid max-w-3xl gap-4">
        <CheckForm check={check} error={error} />
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {error && Object.keys(error.fields).length === 0 && (
            <ErrorBanner text={t(messageKey(error))} requestId={error.requestId} />
          )}
          {check.data && <Verdict {...check.data} />}
        </div>
      </div>
    </>
  );
}

function useCheck() {
  return useMutation({
    mutationFn: async ({ code, sub_total }: FieldValues): Promise<Checked> => ({
      sum: Number(sub_total),
      answer: await api.post('coupons/verify', { code, sub_total }),
    }),
    meta: { silent: true },
  });
}

interface CheckFormProps {
  check: ReturnType<typeof useCheck>;
  error: ClientError | undefined;
}

function CheckForm({ check, error }: CheckFormProps) {
  const { t } = useTranslation(['promotions', 'common', 'form']);
  const { currency, currencyOptions } = useSettings();
  const { register, handleSubmit, formState } = useForm<FieldValues>({
    resolver,
    defaultValues: { code: '', sub_total: '' },
  });
  const errorOf = (key: string) => {
    const message = formState.errors[key]?.message ?? error?.fields[key]?.[0];
    return typeof message === 'string' ? t(`form:${message}`) : undefined;
  };
  return (
    <Card text={t('promotions:coupons.verify.text')}>
      <form
        noValidate
        onSubmit={handleSubmit((values) => check.mutate(values))}
        className="grid items-start gap-4 @lg:grid-cols-[minmax(0,1fr)_12rem_auto]"
      >
        <Field
          as={Input}
          id="field-code"
          label={t('common:fields.code')}
          error={errorOf('code')}
          isRequired
          {...register('code')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase"
        />
        <Field
          as={NumberInput}
          id="field-sub_total"
          label={t('promotions:coupons.verify.sum')}
          error={errorOf('sub_total')}
          isRequired
          {...register('sub_total')}
          suffix={currencySign(currency, currencyOptions.formation)}
        />
        <Button
          type="submit"
          variant="primary"
          isLoading={check.isPending}
          className="h-9! pointer-coarse:h-10! @lg:mt-6.5"
        >
          {t('promotions:coupons.verify.check')}
        </Button>
      </form>
    </Card>
  );
}

function Verdict({ sum, answer }: Checked) {
  const { t } = useTranslation('promotions');
  const { money } = useCouponWords();
  if (!answer.is_valid) {
    return (
      <p className="rounded-card border border-warn/25 bg-warn-soft px-4 py-3 text-warn">
        <b className="block font-semibold">{t('promotions:coupons.verify.bad')}</b>
        {t(`promotions:coupons.answers.${answer.message}`)}
      </p>
    );
  }
  const { coupon, discount } = answer;
  const isFree = coupon.type === 'free_shipping';
  const facts = [
    {
      key: 'discount',
      label: t('promotions:coupons.verify.discount'),
      value: isFree ? t('promotions:coupons.verify.free-delivery') : money(-discount),
    },
    {
      key: 'to-pay',
      label: t('promotions:coupons.verify.to-pay'),
      value: <b className="font-semibold">{money(sumMoney(sum, -discount))}</b>,
    },
  ];
  return (
    <>
      <CouponTicket coupon={coupon} />
      <Card title={t('promotions:coupons.verify.good')}>
        <FactList facts={facts} />
        {coupon.shop && (
          <p className="mt-3 text-small text-ink-second">
            {t('promotions:coupons.verify.shop-note', { shop: coupon.shop.name })}
          </p>
        )}
      </Card>
    </>
  );
}
