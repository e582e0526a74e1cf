import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { Checkbox } from '@/components/inputs/checkbox';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PasswordField } from '@/components/inputs/password-field';
import { Select } from '@/components/inputs/select';
import { ErrorBanner } from '@/components/page/error-banner';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { asksAccess } from '@/contract/receipts/registers';
import {
  registerTaxSystems,
  type ShopRegisterKind,
  type ShopRegisterPage,
} from '@/contract/receipts/shop-register';
import { api } from '@/lib/api/client';
import { errorText, toClientError } from '@/lib/api/errors';
import { useRefusal } from '@/lib/form/use-refusal';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { RegisterCheckButton } from '../registers/register-check-button';

interface RegisterValues {
  kind: ShopRegisterKind;
  group_code: string;
  login: string;
  password: string;
  inn: string;
  tax_system: string;
  email: string;
  place: string;
  is_on: boolean;
}

function valuesOf({ register, suggested }: ShopRegisterPage): RegisterValues {
  const { inn, tax_system, email, place } = register ?? suggested;
  return {
    kind: register?.kind ?? 'atol',
    group_code: register?.group_code ?? '',
    login: '',
    password: '',
    inn,
    tax_system: tax_system ?? '',
    email,
    place,
    is_on: register?.is_on ?? false,
  };
}

/** What the register is asked with, and whether receipts go to it. A saved password is never shown again. */
export function OwnRegisterForm({ shopId, page }: { shopId: number; page: ShopRegisterPage }) {
  const { t } = useTranslation(['receipts', 'form', 'common']);
  const { word } = useReceiptWords();
  const [values, setValues] = useState(() => valuesOf(page));
  const save = useSaving(shopId, page);
  const failure = save.error ? toClientError(save.error) : undefined;
  const set = (changes: Partial<RegisterValues>) => setValues((before) => ({ ...before, ...changes }));
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(values);
  };
  const fields = { values, errorOf: useRefusal(save.error).of, set, page };
  return (
    <form noValidate onSubmit={handleSubmit}>
      <Card title={word('own.title')} text={word('own.text')}>
        <div className="grid gap-5">
          <State page={page} />
          {page.kinds.length > 1 && (
            <ChoiceField
              id="register-kind"
              label={word('own.kind')}
              value={values.kind}
              values={page.kinds}
              word={(kind) => word(`registers.names.${kind}`)}
              onChange={(kind) => set({ kind })}
            />
          )}
          {asksAccess[values.kind] && <Access {...fields} />}
          <Seller {...fields} />
          <Checkbox
            checked={values.is_on}
            onChange={() => set({ is_on: !values.is_on })}
            label={word('own.is-on')}
          />
          <p className="-mt-3 text-small text-ink-second">
            {word(page.register?.is_on && !values.is_on ? 'own.off-hint' : 'own.on-hint')}
          </p>
          {failure && Object.keys(failure.fields).length === 0 && (
            <ErrorBanner text={errorText(t, failure)} requestId={failure.requestId} />
          )}
          <div className="flex flex-wrap items-start gap-3">
            <Button type="submit" variant="primary" isLoading={save.isPending}>
              {t('common:button-save')}
            </Button>
            {page.register && <RegisterCheckButton shopId={shopId} />}
          </div>
        </div>
      </Card>
    </form>
  );
}

function useSaving(shopId: number, { register }: ShopRegisterPage) {
  const client = useQueryClient();
  const { t } = useTranslation('receipts');
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ tax_system, ...values }: RegisterValues) =>
      api.put(`shops/${shopId}/register`, {
        ...values,
        // Left empty, the server says what is missing.
        tax_system: registerTaxSystems.find(
          (one) => one === tax_system,
        ) as (typeof registerTaxSystems)[number],
        version: register?.version ?? 0,
      }),
    onSuccess: (page) => {
      client.setQueryData(['receipts', 'own-register', shopId], page);
      showToast('success', t('receipts:receipts.own.saved'));
    },
    onError: (error) => {
      // Somebody else has saved: the form is filled with it.
      if (toClientError(error).code === 'CONFLICT')
        void client.invalidateQueries({ queryKey: ['receipts', 'own-register', shopId] });
    },
  });
}

function State({ page: { register, receipts_from: from, can_seal: canSeal } }: { page: ShopRegisterPage }) {
  const { word, language } = useReceiptWords();
  return (
    <div className="grid justify-items-start gap-2 empty:hidden">
      {register && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={register.is_on ? 'good' : 'neutral'}>
            {word(register.is_on ? 'own.on' : 'own.off')}
          </Badge>
          {register.on_from && (
            <span className="text-small text-ink-second">
              {word('own.on-from', { when: formatDateTime(register.on_from, language) })}
            </span>
          )}
        </p>
      )}
      {from === null && (
        <p className="rounded-control bg-warn-soft px-3 py-2.5 text-warn">{word('own.no-receipts')}</p>
      )}
      {!canSeal && <p className="rounded-control bg-warn-soft px-3 py-2.5 text-warn">{word('own.no-key')}</p>}
    </div>
  );
}

interface FieldsProps {
  values: RegisterValues;
  /** Of a field. */
  errorOf: (field: string) => string | undefined;
  set: (changes: Partial<RegisterValues>) => void;
  page: ShopRegisterPage;
}

/** The account of the register's service; empty credentials stay as they are. */
function Access({ values, errorOf, set, page: { register } }: FieldsProps) {
  const { word } = useReceiptWords();
  const kept = register?.has_credentials ? word('own.kept') : undefined;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Field
        as={Input}
        id="register-group"
        label={word('own.group')}
        hint={word('own.group-hint')}
        value={values.group_code}
        onChange={({ target }) => set({ group_code: target.value })}
        error={errorOf('group_code')}
      />
      <Field
        as={Input}
        id="register-login"
        label={word('own.login')}
        autoComplete="off"
        value={values.login}
        onChange={({ target }) => set({ login: target.value })}
        hint={kept}
        error={errorOf('login')}
      />
      <PasswordField
        id="register-password"
        label={word('own.password')}
        autoComplete="new-password"
        value={values.password}
        onChange={({ target }) => set({ password: target.value })}
        hint={kept}
        error={errorOf('password')}
      />
    </div>
  );
}

/** What stands on each receipt. */
function Seller({ values, errorOf, set }: FieldsProps) {
  const { word } = useReceiptWords();
  const text = (key: 'inn' | 'email' | 'place') => ({
    id: `register-${key}`,
    label: word(`own.${key}`),
    value: values[key],
    onChange: ({ target }: { target: { value: string } }) => set({ [key]: target.value }),
    error: errorOf(key),
  });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-3">
      <Field as={Input} {...text('inn')} inputMode="numeric" />
      <Field
        as={Select}
        id="register-tax-system"
        label={word('own.tax-system')}
        value={values.tax_system}
        onChange={({ target }) => set({ tax_system: target.value })}
        options={[
          ...(values.tax_system === '' ? [{ value: '', label: '—' }] : []),
          ...registerTaxSystems.map((value) => ({ value, label: word(`paper.tax-systems.${value}`) })),
        ]}
        error={errorOf('tax_system')}
      />
      <Field as={Input} {...text('email')} type="email" hint={word('own.email-hint')} />
      <div className="sm:col-span-3">
        <Field as={Input} {...text('place')} hint={word('own.place-hint')} />
      </div>
    </div>
  );
}
