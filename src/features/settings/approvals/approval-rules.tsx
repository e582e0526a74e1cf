import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { Field } from '@/components/inputs/field';
import { NumberInput } from '@/components/inputs/number-input';
import { Switch } from '@/components/inputs/switch';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { ApprovalRules as Rules } from '@/contract/settings/approvals';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

const queryKey = ['approvals', 'rules'];
const figures = ['payouts_from', 'refunds_from', 'hours'] as const;

/** When two persons decide about money. Saved by itself, as a second person confirms the change. */
export function ApprovalRules() {
  const rules = useQuery({
    queryKey,
    queryFn: () => api.get('approvals/rules'),
    enabled: useCan('approvals'),
  });
  return rules.data ? <RulesForm key={JSON.stringify(rules.data)} rules={rules.data} /> : null;
}

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const client = useQueryClient();
  const [isOn, setOn] = useState(rules.mode === 'auto');
  const [values, setValues] = useState(() => ({
    payouts_from: String(rules.payouts_from),
    refunds_from: String(rules.refunds_from),
    hours: String(rules.hours),
  }));
  const save = useMutation({
    mutationFn: () =>
      api.put('approvals/rules', {
        mode: isOn ? 'auto' : 'off',
        ...(values as unknown as Record<'hours' | 'payouts_from' | 'refunds_from', number>),
      }),
    onSuccess: () => showToast('success', t('settings:approvals.saved')),
    onSettled: () => client.invalidateQueries({ queryKey: ['approvals'] }),
    meta: { silent: ['VALIDATION_FAILED'] },
  });
  const wrong = save.error ? toClientError(save.error).fields : {};
  return (
    <Card title={t('settings:approvals.rules.title')} text={t('settings:approvals.rules.text')}>
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <ModeSwitch isOn={isOn} people={rules.people} onChange={setOn} />
        {isOn && (
          <div className="grid gap-5 sm:grid-cols-3">
            {figures.map((key) => {
              const refusal = wrong[key]?.[0];
              return (
                <Field
                  as={NumberInput}
                  key={key}
                  id={`approvals-${key}`}
                  label={t(`settings:approvals.rules.${key}`)}
                  hint={t(`settings:approvals.rules.${key}-hint`)}
                  error={refusal && t(`form:${refusal}`, { defaultValue: refusal })}
                  value={values[key]}
                  onChange={(event) => setValues({ ...values, [key]: event.target.value })}
                />
              );
            })}
          </div>
        )}
        <SecondPerson family="approvals" id={1} />
        <div>
          <Button type="submit" variant="primary" isLoading={save.isPending}>
            {t('settings:approvals.rules.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** On or off, and how many people decide at present. */
function ModeSwitch(props: { isOn: boolean; people: number; onChange: (isOn: boolean) => void }) {
  const { isOn, people, onChange } = props;
  const { t } = useTranslation('settings');
  const standing = people > 1 ? 'settings:approvals.rules.people' : 'settings:approvals.rules.alone';
  return (
    <div className="flex items-start gap-3">
      <Switch id="approvals-mode" isOn={isOn} onChange={onChange} className="mt-0.5" />
      <label htmlFor="approvals-mode">
        <span className="font-medium">{t('settings:approvals.rules.mode')}</span>
        <span className="block text-small text-ink-second">{t(standing, { count: people })}</span>
      </label>
    </div>
  );
}
