import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { DialogProps } from '@/contract/dialogs';
import { numberOf } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';
import { useOrderCall } from '@/features/orders/details/use-order-call';
import { useCan } from '@/lib/api/capabilities';
import { toClientError } from '@/lib/api/errors';
import { usePermissions } from '@/lib/session/me';
import { useMoney } from '@/state/use-money';
import { codeRefusalText, SendCodeButton, useCustomerCode } from './customer-code';

/** Changes quantities of an unpaid order; zero removes a line. The server recalculates the sums. */
export function EditLinesDialog({ data: { order }, onClose }: DialogProps<'EDIT_ORDER_LINES'>) {
  const { t } = useTranslation(['orders', 'form']);
  const edit = useLinesEdit(order, onClose);
  return (
    <AskForm
      isWide
      title={t('orders:orders.dialogs.lines-title', { number: numberOf(order) })}
      text={t('orders:orders.dialogs.lines-text')}
      confirmLabel={t('orders:orders.dialogs.lines-confirm')}
      isLoading={edit.isSaving}
      onConfirm={edit.submit}
      onClose={onClose}
    >
      {edit.refusal && (
        <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
          {t(edit.refusal, { defaultValue: t('orders:orders.dialogs.lines-refused') })}
        </p>
      )}
      <ul className="divide-y divide-line-faint">
        {order.products.map((line) => (
          <LineQuantity
            key={line.id}
            line={line}
            value={edit.pieces.get(line.id) ?? ''}
            isWrong={edit.wrong.has(line.id)}
            onChange={(text) => edit.setPieces(line.id, text)}
          />
        ))}
      </ul>
      {edit.needsCode && (
        // The code is valid for these quantities only: others need another one.
        <CustomerCode key={JSON.stringify(edit.lines)} order={order} edit={edit} />
      )}
    </AskForm>
  );
}

type LinesEdit = ReturnType<typeof useLinesEdit>;

/** A shop raises quantities only with the customer's agreement. */
function CustomerCode({ order, edit }: { order: OrderDetails; edit: LinesEdit }) {
  const { t } = useTranslation(['orders', 'common']);
  const { lines, code, codeError } = edit;
  const sent = useCustomerCode(`orders/${order.id}/lines/code`, { lines, version: order.version });
  return (
    <div className="rounded-control bg-warn-soft p-3">
      <p className="mb-2">{t('orders:orders.dialogs.lines-code-text')}</p>
      <SendCodeButton code={sent} />
      <Field id="field-code" label={t('orders:orders.dialogs.code')} error={codeError} isRequired>
        {(control) => <CodeInput control={control} value={code} onChange={edit.setCode} />}
      </Field>
    </div>
  );
}

/** Quantities as typed, what is wrong with them, and whether the customer has to agree. */
function useLinesEdit(order: OrderDetails, onDone: () => void) {
  const { t } = useTranslation(['orders', 'common', 'form']);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const hasCodes = useCan('order-codes');
  const [pieces, setPieces] = useState(
    () => new Map(order.products.map((line) => [line.id, String(line.order_quantity)])),
  );
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<'empty' | 'code'>();
  const [code, setCode] = useState('');
  const call = useOrderCall({
    method: 'put',
    path: `orders/${order.id}/lines`,
    done: 'orders:orders.dialogs.lines-done',
    silent: ['VALIDATION_FAILED', 'INVALID_CODE'],
    onDone,
  });
  const error = call.error ? toClientError(call.error) : undefined;
  const lines = order.products.map(({ id }) => ({ id, quantity: Number(pieces.get(id)) }));
  const isMore = order.products.some(
    ({ id, order_quantity }) => isQuantity(pieces.get(id)) && Number(pieces.get(id)) > order_quantity,
  );
  const needsCode = isMore && hasCodes && !isAdmin;
  const submit = () => {
    const mistakes = order.products.filter(({ id }) => !isQuantity(pieces.get(id)));
    setWrong(new Set(mistakes.map(({ id }) => id)));
    const isNothing = lines.every(({ quantity }) => quantity === 0);
    const isWithoutCode = needsCode && !/^\d{6}$/.test(code);
    setProblem(isNothing ? 'empty' : isWithoutCode ? 'code' : undefined);
    if (mistakes.length > 0 || isNothing || isWithoutCode) return;
    call.mutate({ lines, version: order.version, ...(needsCode && { code }) });
  };
  const { code: codeFields, ...others } = error?.fields ?? {};
  const isOfCode = codeFields !== undefined || error?.code === 'INVALID_CODE';
  const refusal = problem === 'empty' ? 'orders:orders.dialogs.lines-empty' : Object.values(others).flat()[0];
  const ofServer = error && isOfCode ? codeRefusalText(t, error) : undefined;
  return {
    ...{ pieces, wrong, lines, code, needsCode, refusal, submit, isSaving: call.isPending },
    codeError: problem === 'code' ? t('form:error-six-digits') : ofServer,
    setCode,
    setPieces: (id: number, text: string) => {
      setPieces(new Map(pieces).set(id, text));
      setCode('');
      call.reset();
    },
  };
}

/** Limit of the API. */
const maxPieces = 100_000;

const isQuantity = (text: string | undefined) =>
  text !== undefined && /^\d{1,6}$/.test(text) && Number(text) <= maxPieces;

interface LineQuantityProps {
  line: DialogProps<'EDIT_ORDER_LINES'>['data']['order']['products'][number];
  value: string;
  isWrong: boolean;
  onChange: (text: string) => void;
}

function LineQuantity({ line, value, isWrong, onChange }: LineQuantityProps) {
  const { t } = useTranslation(['orders', 'form']);
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
          label={t('orders:orders.details.quantity')}
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
