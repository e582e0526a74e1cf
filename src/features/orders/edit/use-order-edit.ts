import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import type { BodyOf } from '@/contract/endpoint-types';
import type { EditPreview } from '@/contract/orders/change';
import type { CashHolder, CouponDecision } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { codeRefusalText } from '../dialogs/customer-code';
import { useOrderCall } from '../use-order-call';

export type EditBody = BodyOf<'PUT', `orders/${number}/lines`>;

/** How the customer agrees: by answering a question, by a code, or by a code and cash for the difference. */
export type Consent = 'asks' | 'code' | 'cash';

/** Ways to agree to this change, the usual first. */
function consentsFor({ settlement, may_use_code, may_take_cash }: EditPreview): Consent[] {
  return [
    ...(settlement === 'cash' ? [] : (['asks'] as const)),
    ...(may_use_code ? (['code'] as const) : []),
    ...(may_take_cash ? (['cash'] as const) : []),
  ];
}

export type OrderEdit = ReturnType<typeof useOrderEdit>;

/** A change of an order: its preview, how the customer agrees, and saving. `body` is undefined while it is not whole. */
export function useOrderEdit(order: OrderDetails, asked: EditBody | undefined, onDone: () => void) {
  const { t } = useTranslation(['orders', 'form']);
  const [chosen, setConsent] = useState<Consent>('asks');
  const [holder, setHolder] = useState<CashHolder>('platform');
  const [code, setCode] = useState('');
  const [isWithoutCode, setWithoutCode] = useState(false);
  const [coupon, setCoupon] = useState<CouponDecision>();
  const body = asked && { ...asked, ...(coupon && { coupon }) };
  const shown = usePreview(order, body);
  const { preview } = shown;
  const ways = preview?.needs_consent ? consentsFor(preview) : [];
  const consent = ways.includes(chosen) ? chosen : ways[0];
  const call = useOrderCall({
    method: 'put',
    path: `orders/${order.id}/lines`,
    done: consent === 'asks' ? 'orders:orders.edit.asked' : 'orders:orders.edit.done',
    silent: ['VALIDATION_FAILED', 'INVALID_CODE', 'ACTION_NOT_VALID'],
    onDone,
  });
  const error = call.error ? toClientError(call.error) : undefined;
  const fields = error?.fields ?? {};
  const isOfCode = fields.code !== undefined || error?.code === 'INVALID_CODE';
  const refusal = error && !isOfCode ? (Object.values(fields).flat()[0] ?? 'unknown') : shown.refusal;
  const missing = isWithoutCode ? t('form:error-six-digits') : undefined;
  return {
    order,
    body,
    preview,
    consent,
    ways,
    holder,
    code,
    refusal,
    isSaving: call.isPending,
    coupon,
    setCoupon,
    codeError: error && isOfCode ? codeRefusalText(t, error) : missing,
    fields: { ...shown.fields, ...fields } as Record<string, string[]>,
    setConsent,
    setHolder,
    setCode: (text: string) => {
      setCode(text);
      setWithoutCode(false);
    },
    /** A change of the input forgets what was refused. */
    reset: () => {
      call.reset();
      setCode('');
      setWithoutCode(false);
    },
    submit: () => {
      if (!body) return;
      const lacksCode = (consent === 'code' || consent === 'cash') && !/^\d{6}$/.test(code);
      setWithoutCode(lacksCode);
      if (lacksCode) return;
      call.mutate({
        ...body,
        version: order.version,
        ...(consent === 'asks' && { asks: true }),
        ...(consent === 'code' && { code }),
        ...(consent === 'cash' && { code, cash_held_by: holder }),
      });
    },
  };
}

/** What the change costs, as the server computes it. */
function usePreview(order: OrderDetails, body: EditBody | undefined) {
  const now = JSON.stringify(body ?? null);
  const debounced = useDebouncedValue(now, 200);
  const asked = useQuery({
    queryKey: ['order-edit', order.id, order.version, debounced],
    queryFn: () => api.post(`orders/${order.id}/lines/preview`, JSON.parse(debounced)),
    enabled: debounced !== 'null',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isCurrent = now === debounced && body !== undefined;
  const error = isCurrent && asked.error ? toClientError(asked.error) : undefined;
  return {
    preview: isCurrent && !asked.isPlaceholderData && !asked.error ? asked.data : undefined,
    refusal: error && (Object.values(error.fields).flat()[0] ?? 'unknown'),
    fields: error?.fields ?? {},
  };
}
