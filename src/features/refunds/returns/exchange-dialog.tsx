import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Select } from '@/components/inputs/select';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import type { ExchangeOffer, RefundableLine } from '@/contract/refunds/schema';
import { api } from '@/lib/api/client';
import { newKey } from '@/lib/new-key';
import { useMoney } from '@/state/use-money';
import { CallRefusal } from '../call-refusal';
import { useRefundCall } from '../use-refund-call';
import { useWriteOffs, WriteOffs } from './write-offs';

/** Exchanges pieces of a line for another variation; the difference is paid or returned. */
export function ExchangeDialog({ data: { partId, lineId }, onClose }: DialogProps<'EXCHANGE_GOODS'>) {
  const query = useQuery({
    queryKey: ['orders', 'refundable', partId],
    queryFn: () => api.get(`orders/${partId}/refundable`),
  });
  return (
    <div className="min-w-80">
      <QueryBoundary query={query}>
        {(found) => {
          const lines = found.lines.filter(
            ({ left, variation, wallet }) => left > 0 && variation && wallet === 0,
          );
          return lines.length > 0 ? (
            <Form partId={partId} firstLine={lineId} lines={lines} onClose={onClose} />
          ) : (
            <PaidWithPoints onClose={onClose} />
          );
        }}
      </QueryBoundary>
    </div>
  );
}

/** Goods paid with points are returned and bought again (rules/refunds: an exchange is a refund and a sale at once). */
function PaidWithPoints({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['refunds', 'common']);
  return (
    <div className="grid gap-4 p-6">
      <p className="pe-8">{t('refunds:refunds.returns.exchange-points')}</p>
      <Button onClick={onClose}>{t('common:button-close')}</Button>
    </div>
  );
}

interface FormProps {
  partId: number;
  /** The line that was chosen before; the first one otherwise. */
  firstLine: number | undefined;
  lines: readonly RefundableLine[];
  onClose: () => void;
}

function Form({ partId, firstLine, lines, onClose }: FormProps) {
  const { t } = useTranslation('refunds');
  const [lineId, setLineId] = useState((lines.find(({ id }) => id === firstLine) ?? lines[0])?.id ?? 0);
  const [quantity, setQuantity] = useState(1);
  const [variation, setVariation] = useState(0);
  const [paidBy, setPaidBy] = useState<'CASH' | 'CARD'>('CARD');
  const writeOffs = useWriteOffs();
  const key = useRef(newKey());
  const line = lines.find(({ id }) => id === lineId);
  const offer = useQuery({
    queryKey: ['exchange', partId, lineId, quantity, variation],
    queryFn: () => api.get(`orders/${partId}/exchange`, { line: lineId, quantity, variation }),
    placeholderData: (last: ExchangeOffer | undefined) => last,
    enabled: lineId > 0,
  });
  const call = useRefundCall({
    run: (body: object) =>
      api.post(`orders/${partId}/exchange`, body, undefined, { 'Idempotency-Key': key.current }),
    done: () => t('refunds:refunds.returns.exchanged'),
    onDone: onClose,
    onRefused: () => {
      key.current = newKey();
    },
  });
  const send = () =>
    call.mutate({
      order_line_id: lineId,
      quantity,
      variation_option_id: variation,
      paid_by: paidBy,
      difference: offer.data?.difference,
      written_off: writeOffs.of(lineId),
      write_off_reason: writeOffs.reason || null,
    });
  return (
    <AskForm
      title={t('refunds:refunds.returns.exchange-title')}
      text={t('refunds:refunds.returns.exchange-text')}
      confirmLabel={t('refunds:refunds.returns.exchange')}
      isDisabled={variation === 0 || offer.isFetching}
      isLoading={call.isPending}
      onConfirm={send}
      onClose={onClose}
    >
      <LineFields
        lines={lines}
        line={line}
        quantity={quantity}
        onLine={(id) => {
          setLineId(id);
          setQuantity(1);
          setVariation(0);
        }}
        onQuantity={setQuantity}
      />
      <Variations offer={offer.data} value={variation} onChange={setVariation} />
      {variation > 0 && offer.data && <Difference offer={offer.data} paidBy={paidBy} onPaidBy={setPaidBy} />}
      {line && <WriteOffs lines={[{ ...line, quantity }]} form={writeOffs} error={undefined} />}
      <CallRefusal error={call.error ?? offer.error} />
    </AskForm>
  );
}

interface LineFieldsProps {
  lines: readonly RefundableLine[];
  line: RefundableLine | undefined;
  quantity: number;
  onLine: (id: number) => void;
  onQuantity: (quantity: number) => void;
}

/** What comes back, and how many pieces of it. */
function LineFields({ lines, line, quantity, onLine, onQuantity }: LineFieldsProps) {
  const { t } = useTranslation('refunds');
  const counts = Array.from({ length: Math.min(line?.left ?? 1, 50) }, (_, index) => String(index + 1));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-3">
      <Field
        as={Select}
        id="exchange-line"
        label={t('refunds:refunds.returns.exchange-line')}
        value={String(line?.id ?? '')}
        options={lines.map(({ id, name, variation }) => ({
          value: String(id),
          label: [name, variation].filter(Boolean).join(', '),
        }))}
        onChange={(event) => onLine(Number(event.target.value))}
      />
      <Field
        as={Select}
        id="exchange-quantity"
        label={t('refunds:refunds.returns.quantity')}
        value={String(quantity)}
        options={counts.map((value) => ({ value, label: value }))}
        onChange={(event) => onQuantity(Number(event.target.value))}
      />
    </div>
  );
}

interface VariationsProps {
  offer: ExchangeOffer | undefined;
  value: number;
  onChange: (id: number) => void;
}

function Variations({ offer, value, onChange }: VariationsProps) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  const found = offer?.variations ?? [];
  if (offer && found.length === 0) {
    return <p className="text-ink-second">{t('refunds:refunds.returns.no-variations')}</p>;
  }
  const label = ({ title, price, left }: (typeof found)[number]) =>
    t('refunds:refunds.returns.variation', { title, price: money(price), left });
  return (
    <Field
      as={Select}
      id="exchange-variation"
      label={t('refunds:refunds.returns.exchange-for')}
      value={String(value)}
      options={[
        { value: '0', label: t('refunds:refunds.returns.choose-variation') },
        ...found.map((one) => ({ value: String(one.id), label: label(one) })),
      ]}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}

interface DifferenceProps {
  offer: ExchangeOffer;
  paidBy: 'CASH' | 'CARD';
  onPaidBy: (by: 'CASH' | 'CARD') => void;
}

/** Who pays the difference, and how the shop takes it. */
function Difference({ offer, paidBy, onPaidBy }: DifferenceProps) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  const { difference } = offer;
  const key = difference === 0 ? 'even' : difference > 0 ? 'pays' : 'back';
  return (
    <>
      <p aria-live="polite" className="text-card font-semibold tabular-nums">
        {t(`refunds:refunds.returns.difference.${key}`, { sum: money(Math.abs(difference)) })}
      </p>
      {offer.needs_payment && (
        <ChoiceField
          id="exchange-paid-by"
          label={t('refunds:refunds.returns.paid-by')}
          value={paidBy}
          values={['CARD', 'CASH'] as const}
          word={(by) => t(`refunds:refunds.returns.paid.${by}`)}
          onChange={onPaidBy}
        />
      )}
    </>
  );
}
