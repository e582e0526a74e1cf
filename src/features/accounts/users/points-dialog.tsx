import { Gift } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import type { DialogProps } from '@/contract/dialogs';
import { toClientError } from '@/lib/api/errors';
import { ActionDialog } from './action-dialog';
import { usePersonAction } from './use-person-action';

/** Adds points to a wallet; points are never deducted here. */
export function PointsDialog({ data: { id, name }, onClose }: DialogProps<'ADD_WALLET_POINTS'>) {
  const { t } = useTranslation(['accounts', 'form']);
  const [points, setPoints] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = usePersonAction({
    path: 'add-points',
    done: 'accounts:people.points.done',
    hasField: true,
    onDone: onClose,
  });
  const refused = action.error ? toClientError(action.error).fields.points?.[0] : undefined;
  const refusal = wrong ?? refused;
  const confirm = () => {
    const typed = points.replace(/[\s ]/g, '');
    const mistake = mistakeIn(typed);
    setWrong(mistake);
    if (!mistake) action.mutate({ customer_id: id, points: Number(typed) });
  };
  return (
    <ActionDialog
      icon={<Gift className="size-6" strokeWidth={1.75} />}
      tone="accent"
      title={t('accounts:people.points.title')}
      text={t('accounts:people.points.text')}
      subject={name}
      confirmLabel={t('accounts:people.points.confirm')}
      isLoading={action.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        as={NumberInput}
        id="field-points"
        label={t('accounts:people.points.label')}
        error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
        isRequired
        inputMode="numeric"
        value={points}
        onChange={(event) => setPoints(event.target.value)}
      />
    </ActionDialog>
  );
}

/** The same validation as in the API. */
function mistakeIn(typed: string): string | undefined {
  if (typed === '') return 'error-points-required';
  if (!/^-?\d+$/.test(typed)) return 'error-points-whole';
  return Number(typed) < 1 ? 'error-must-be-positive' : undefined;
}
