import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import type { DialogData } from '@/contract/core/dialogs';
import { useOrderCall } from '@/features/orders/details/use-order-call';
import { toClientError } from '@/lib/api/errors';
import { useMoney } from '@/state/use-money';

interface EditLinesDialogProps {
  data: DialogData['EDIT_ORDER_LINES'];
  onClose: () => void;
}

/** Changes quantities of an unpaid order; zero removes a line. The server recalculates the sums. */
export function EditLinesDialog({ data: { order }, onClose }: EditLinesDialogProps) {
  const { t } = useTranslation('form');
  const [pieces, setPieces] = useState(
    () => new Map(order.products.map((line) => [line.id, String(line.order_quantity)])),
  );
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set());
  const [isEmpty, setEmpty] = useState(false);
  const call = useOrderCall({
    method: 'put',
    path: `orders/${order.id}/lines`,
    done: 'form:orders.dialogs.lines-done',
    silent: ['VALIDATION_FAILED'],
    onDone: onClose,
  });
  const fields = call.error ? Object.values(toClientError(call.error).fields).flat() : [];
  const refusal = isEmpty ? 'orders.dialogs.lines-empty' : fields[0];
  const submit = () => {
    const mistakes = order.products.filter(({ id }) => !isQuantity(pieces.get(id)));
    setWrong(new Set(mistakes.map(({ id }) => id)));
    const lines = order.products.map(({ id }) => ({ id, quantity: Number(pieces.get(id)) }));
    const isNothing = lines.every(({ quantity }) => quantity === 0);
    setEmpty(isNothing);
    if (mistakes.length === 0 && !isNothing) call.mutate({ lines, version: order.version });
  };
  return (
    <AskForm
      isWide
      title={t('form:orders.dialogs.lines-title', { number: order.tracking_number })}
      text={t('form:orders.dialogs.lines-text')}
      confirmLabel={t('form:orders.dialogs.lines-confirm')}
      isLoading={call.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      {refusal && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {t(`form:${refusal}`, { defaultValue: t('form:orders.dialogs.lines-refused') })}
        </p>
      )}
      <ul className="divide-y divide-line-faint">
        {order.products.map((line) => (
          <LineQuantity
            key={line.id}
            line={line}
            value={pieces.get(line.id) ?? ''}
            isWrong={wrong.has(line.id)}
            onChange={(text) => setPieces(new Map(pieces).set(line.id, text))}
          />
        ))}
      </ul>
    </AskForm>
  );
}

/** Limit of the API. */
const maxPieces = 100_000;

const isQuantity = (text: string | undefined) =>
  text !== undefined && /^\d{1,6}$/.test(text) && Number(text) <= maxPieces;

interface LineQuantityProps {
  line: EditLinesDialogProps['data']['order']['products'][number];
  value: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}

function LineQuantity({ line, value, isWrong, onChange }: LineQuantityProps) {
  const { t } = useTranslation('form');
  const money = useMoney();
  const { id, name, variation, unit_price } = line;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 first:pt-0">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium break-words">{name}</span>
        <span className="text-small text-ink-second">
          {[variation, money(unit_price)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="w-28">
        <Field
          id={`pieces-${id}`}
          label={t('form:orders.details.quantity')}
          error={isWrong ? t('form:error-whole-number') : undefined}
        >
          {(control) => (
            <NumberInput
              {...control}
              inputMode="numeric"
              value={value}
              onChange={({ target }) => onChange(target.value.trim())}
            />
          )}
        </Field>
      </span>
    </li>
  );
}
