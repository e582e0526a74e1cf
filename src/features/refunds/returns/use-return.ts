import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import type { Refundable } from '@/contract/refunds/schema';
import type { RefundKind } from '@/contract/refunds/states';
import { api } from '@/lib/api/client';
import { useRefusal } from '@/lib/form/use-refusal';
import { newKey } from '@/lib/new-key';
import { lacksReason, type RequestAbout } from '../request-about';
import { usePieces } from '../use-pieces';
import { useRefundCall } from '../use-refund-call';
import { useWriteOffs } from './write-offs';

interface Input {
  kind: RefundKind;
  /** The goods are here. */
  isReceived: boolean;
  /** As typed. */
  amount: string;
}

export type ReturnForm = ReturnType<typeof useReturn>;

/** Input of a return that a shop accepts, and its submission: the same key until it succeeds. */
export function useReturn(partId: number, found: Refundable, onDone: () => void) {
  const { t } = useTranslation(['refunds', 'form']);
  const limits = {
    goods: found.lines.reduce((sum, { left }) => sum + left, 0),
    delivery: found.delivery_left ?? 0,
    goodwill: found.goodwill_left ?? 0,
  };
  const first = (['goods', 'delivery', 'goodwill'] as const).find((kind) => limits[kind] > 0) ?? 'goods';
  const [input, setInput] = useState<Input>({ kind: first, isReceived: true, amount: '' });
  const [about, setAbout] = useState<RequestAbout>({ reason: null, description: '', images: [] });
  const [isTried, setTried] = useState(false);
  const pieces = usePieces(found.lines, found.delivery_left);
  const writeOffs = useWriteOffs();
  const key = useRef(newKey());
  const { kind, isReceived, amount } = input;
  const call = useRefundCall({
    run: (body: object) =>
      api.post(`orders/${partId}/returns`, body, undefined, { 'Idempotency-Key': key.current }),
    done: (_body, { status }) => t(`refunds:refunds.returns.done.${status}`),
    onDone,
    onRefused: () => {
      key.current = newKey();
    },
  });
  const refusal = useRefusal(call.error);
  const isEmpty = kind === 'goods' && pieces.chosen.length === 0;
  const isSumMissing = kind !== 'goods' && amount.trim() === '';
  const send = () => {
    setTried(true);
    if (isEmpty || isSumMissing || lacksReason(about)) return;
    const { reason, description, images } = about;
    const written = (id: number, quantity: number) => Math.min(writeOffs.of(id), quantity);
    const lines = pieces.chosen.map(({ order_line_id: id, quantity }) => ({
      order_line_id: id,
      quantity,
      written_off: isReceived ? written(id, quantity) : 0,
    }));
    call.mutate({
      kind,
      ...(kind === 'goods'
        ? { lines, received: isReceived, write_off_reason: writeOffs.reason || null }
        : { amount }),
      images,
      description: description.trim() || null,
      refund_reason_id: reason?.id ?? null,
    });
  };
  return {
    ...input,
    about,
    pieces,
    writeOffs,
    call,
    send,
    isTried,
    isEmpty: isTried && isEmpty,
    limits,
    writeOffError: refusal.of('write_off_reason'),
    amountError: refusal.of('amount') ?? (isTried && isSumMissing ? t('form:error-sum-required') : undefined),
    set: (change: Partial<Input>) => setInput({ ...input, ...change }),
    setAbout: (change: Partial<RequestAbout>) => setAbout({ ...about, ...change }),
  };
}
