import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Checkbox } from '@/components/inputs/checkbox';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Textarea } from '@/components/inputs/textarea';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { DialogProps } from '@/contract/dialogs';
import { refunds } from '@/contract/refunds';
import type { RefundDetails } from '@/contract/refunds/schema';
import { type RefundState, refundMethods } from '@/contract/refunds/states';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { useMoney } from '@/state/use-money';
import { CallRefusal } from './call-refusal';
import { Quantity } from './pieces-picker';
import { useRefundDecision } from './use-refund-decision';

/** Decides a refund: new state, note, and the way of repayment. Stays open on an error. */
export function UpdateRefundDialog({ data, onClose }: DialogProps<'UPDATE_REFUND'>) {
  const refund = useOne(refunds, String(data.id));
  const waits = useWaiting({ family: 'refunds', id: data.id }).length > 0;
  return (
    <div className="min-w-80">
      <QueryBoundary query={refund}>
        {(found) =>
          waits ? (
            <SecondPerson family="refunds" id={data.id} className="p-6 phone:p-5" />
          ) : (
            <Decision refund={found} first={data.status} onClose={onClose} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

interface DecisionProps {
  refund: RefundDetails;
  first: RefundState | undefined;
  onClose: () => void;
}

function Decision({ refund, first, onClose }: DecisionProps) {
  const { t } = useTranslation(['refunds', 'form']);
  const money = useMoney();
  const decision = useRefundDecision(refund, first, onClose);
  const { status, note, mistake, isExplained, call, set } = decision;
  const about = status === 'approved' && refund.origin === 'cancellation' ? 'approved-cancellation' : status;
  const number = t('refunds:refunds.card.title', { number: refund.id });
  const result = t(`refunds:refunds.dialogs.text.${about}`, { sum: money(refund.amount) });
  return (
    <AskForm
      title={t(`refunds:refunds.dialogs.title.${status}`)}
      text={`${number}. ${result}`}
      confirmLabel={t(`refunds:refunds.moves.${status}`)}
      isDanger={status === 'rejected'}
      isDisabled={!refund.moves.includes(status)}
      isLoading={call.isPending}
      onConfirm={decision.send}
      onClose={onClose}
    >
      <Choices refund={refund} decision={decision} canChoose={first === undefined} />
      <Field
        as={Textarea}
        id="refund-note"
        label={t('refunds:refunds.dialogs.note')}
        hint={t('refunds:refunds.dialogs.note-hint')}
        error={mistake && t(`form:${mistake}`, { defaultValue: mistake })}
        isRequired={isExplained}
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => set({ note: event.target.value })}
      />
      <CallRefusal error={call.error} except={['decision_note']} />
    </AskForm>
  );
}

interface ChoicesProps {
  refund: RefundDetails;
  decision: ReturnType<typeof useRefundDecision>;
  /** The decision was not chosen before the dialog opened. */
  canChoose: boolean;
}

/** The decision; for an approval, the way of repayment and whether the goods are returned. */
function Choices({ refund, decision, canChoose }: ChoicesProps) {
  const { t } = useTranslation('refunds');
  const labels = useLabels(refunds);
  const money = useMoney();
  const { moves, origin, customer_id: customer, wallet_amount: points } = refund;
  const { status, method, restock, set } = decision;
  const word = (key: string, more = {}) => t(`refunds:refunds.dialogs.${key}`, more);
  const isApproval = status === 'approved';
  // Other servers of the dialect do not say where the goods are.
  const isRestockable = refund.shops.length === 0 || refund.shops.some(({ stage }) => stage !== 'inspected');
  return (
    <>
      {canChoose && moves.length > 1 && (
        <ChoiceField
          id="refund-status"
          label={word('status')}
          value={status}
          values={moves}
          word={(value) => t(`refunds:refunds.moves.${value}`)}
          onChange={(value) => set({ status: value })}
        />
      )}
      {isApproval && customer !== null && (
        <ChoiceField
          id="refund-method"
          label={word('method')}
          hint={points > 0 ? word('points-hint', { sum: money(points) }) : undefined}
          value={method}
          values={refundMethods}
          word={(value) => labels.option('method', value)}
          onChange={(value) => set({ method: value })}
        />
      )}
      {isApproval && origin === 'request' && refund.kind === 'goods' && (
        <Accepted refund={refund} decision={decision} />
      )}
      {isApproval && origin === 'request' && isRestockable && (
        <Checkbox
          label={word('restock')}
          checked={restock}
          onChange={(event) => set({ restock: event.target.checked })}
        />
      )}
    </>
  );
}

/** How many of the requested pieces are accepted. */
function Accepted({ refund, decision }: Omit<ChoicesProps, 'canChoose'>) {
  const { t } = useTranslation('refunds');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('refunds:refunds.returns.accept')}</legend>
      {refund.lines.map(({ id, name, variation, quantity }) => (
        <div key={id} className="flex items-center justify-between gap-3">
          <span className="min-w-0 break-words">{[name, variation].filter(Boolean).join(', ')}</span>
          <Quantity
            label={`${t('refunds:refunds.returns.accept')}: ${name}`}
            most={quantity}
            value={decision.acceptedOf(id, quantity)}
            onChange={(count) => decision.accept(id, count)}
          />
        </div>
      ))}
    </fieldset>
  );
}
