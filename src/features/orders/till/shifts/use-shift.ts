import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import type { ShiftReport, TillInfo } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefusal } from '@/lib/form/use-refusal';
import { newKey } from '@/lib/new-key';

const pathOf = (shop: string) => `till/${encodeURIComponent(shop)}/shifts` as const;

export function useShiftReport(shop: string, id: number) {
  return useQuery({
    queryKey: ['till', shop, 'shift', id],
    queryFn: () => api.get(`${pathOf(shop)}/${id}`),
  });
}

export function useOpenShift(shop: string) {
  const keep = useKeptShift(shop);
  return useShiftAction<{ opening_cash: number }>((body) => api.post(pathOf(shop), body), keep);
}

export function useCloseShift(shop: string, id: number, onClosed?: (shift: ShiftReport) => void) {
  const keep = useKeptShift(shop);
  return useShiftAction<{ counted_cash: number; note: string }>(
    (body) => api.post(`${pathOf(shop)}/${id}/close`, body),
    (shift) => {
      onClosed?.(shift);
      keep(shift);
    },
  );
}

/** Puts cash into the drawer or takes it out. */
export function useCashMove(shop: string, id: number, onDone: () => void) {
  const keep = useKeptShift(shop);
  const key = useRef<string>(undefined);
  return useShiftAction<{ amount: number; reason: string }>(
    // The same key until it succeeds: a retry after a lost response moves nothing twice.
    (body) => {
      key.current ??= newKey();
      const headers = { 'Idempotency-Key': key.current };
      return api.post(`${pathOf(shop)}/${id}/moves`, body, undefined, headers);
    },
    (shift) => {
      key.current = undefined;
      keep(shift);
      onDone();
    },
    () => {
      key.current = undefined;
    },
  );
}

export function useOutsideRefunds(shop: string) {
  return useQuery({
    queryKey: ['till', shop, 'refunds'],
    queryFn: () => api.get(`till/${encodeURIComponent(shop)}/refunds`),
    enabled: shop !== '',
  });
}

/** Hands such a refund out of the drawer of a shift. A repeated request finds nothing left to hand out. */
export function useHandOut(shop: string, shiftId: number) {
  const client = useQueryClient();
  const keep = useKeptShift(shop);
  const refresh = () => client.invalidateQueries({ queryKey: ['till', shop, 'refunds'] });
  const action = useShiftAction<{ refund_id: number }>(
    (body) => api.post(`${pathOf(shop)}/${shiftId}/refunds`, body),
    (shift) => {
      keep(shift);
      void refresh();
    },
    () => void refresh(),
  );
  return {
    send: (id: number) => action.send({ refund_id: id }),
    sending: action.isSending ? action.sent?.refund_id : undefined,
    error: action.fieldError('refund_id') ?? action.error,
  };
}

/** Puts the server's response about a shift into every query that shows it. */
function useKeptShift(shop: string) {
  const client = useQueryClient();
  return (shift: ShiftReport) => {
    client.setQueryData(['till', shop, 'shift', shift.id], shift);
    client.setQueryData<TillInfo>(['till', shop, 'info'], (info) => {
      if (!info || (info.shift && info.shift.id !== shift.id)) return info;
      if (shift.closed_at) return info.shift ? { ...info, shift: null } : info;
      return { ...info, shift };
    });
    void client.invalidateQueries({ queryKey: ['till', shop, 'shifts'] });
  };
}

/** A mutation of a shift, with its field errors and its general error. */
function useShiftAction<Body>(
  send: (body: Body) => Promise<ShiftReport>,
  onDone: (shift: ShiftReport) => void,
  onRefused?: () => void,
) {
  const { t } = useTranslation('common');
  const action = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (reason) => {
      if (toClientError(reason).status !== undefined) onRefused?.();
    },
    meta: { silent: true },
  });
  const refusal = useRefusal(action.error);
  return {
    send: action.mutate,
    sent: action.variables,
    isSending: action.isPending,
    fieldError: refusal.of,
    error: action.error && (refusal.of('shift') ?? errorText(t, toClientError(action.error))),
    forget: action.reset,
  };
}
