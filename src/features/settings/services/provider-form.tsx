import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { PasswordField } from '@/components/inputs/password-field';
import {
  type ProviderKind,
  providerPresets,
  type SignInProvider,
  type SignInProviders,
} from '@/contract/accounts/providers';
import type { NewProviderInput } from '@/contract/accounts/providers/schema';
import { api } from '@/lib/api/client';
import { type PartForm, usePartForm } from '@/lib/form/use-part-form';

interface ProviderFormProps {
  /** A stored provider, or the kind of a new one. */
  of: SignInProvider | ProviderKind;
  redirectUri: string;
  onSaved: (stored: SignInProviders) => void;
  onCancel: () => void;
}

/** One provider; its secret is written and never shown. */
export function ProviderForm({ of, redirectUri, onSaved, onCancel }: ProviderFormProps) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const stored = typeof of === 'string' ? undefined : of;
  const kind = typeof of === 'string' ? of : of.kind;
  const values = stored ?? {
    ...providerPresets[kind],
    name: kind === 'openid' ? '' : t(`settings:providers.names.${kind}`),
    client_id: '',
    is_on: false,
    links_by_email: false,
  };
  const part = usePartForm({
    schema: () => import('@/contract/accounts/providers/schema').then((module) => module.newProviderSchema),
    values: { ...pickFields(values), kind, client_secret: '' },
    send: (input: NewProviderInput) =>
      stored
        ? api.put(`sign-in/providers/${stored.id}`, { ...input, version: stored.version })
        : api.post('sign-in/providers', input),
    onSent: onSaved,
  });

  return (
    <form noValidate onSubmit={part.submit} className="grid max-w-xl gap-4">
      <Text part={part} name="name" hint />
      {kind === 'openid' && <Text part={part} name="issuer" hint isDisabled={stored !== undefined} />}
      <Text part={part} name="client_id" />
      <PasswordField
        id="provider-client_secret"
        label={t('settings:providers.client_secret')}
        hint={t(
          stored?.has_secret ? 'settings:providers.secret-kept' : `settings:providers.secret-hint.${kind}`,
        )}
        {...part.field('client_secret')}
        autoComplete="off"
      />
      <Text part={part} name="scopes" hint />
      <div>
        <p className="font-medium">{t('settings:providers.redirect')}</p>
        <p dir="ltr" className="break-all select-all rtl:text-end">
          {redirectUri}
        </p>
        <p className="text-small text-ink-second">{t('settings:providers.redirect-hint')}</p>
      </div>
      <div>
        <Checkbox label={t('settings:providers.is_on')} {...part.form.register('is_on')} />
        {kind === 'openid' ? (
          <>
            <Checkbox
              label={t('settings:providers.links_by_email')}
              {...part.form.register('links_by_email')}
            />
            <p className="text-small text-ink-second">{t('settings:providers.links_by_email-hint')}</p>
          </>
        ) : (
          <p className="text-small text-ink-second">{t('settings:providers.no-email')}</p>
        )}
      </div>
      <SendPart part={part} label={t('common:button-save')} onCancel={onCancel} />
    </form>
  );
}

function pickFields(values: Omit<NewProviderInput, 'kind'>) {
  const { name, issuer, client_id, scopes, is_on, links_by_email } = values;
  return { name, issuer, client_id, scopes, is_on, links_by_email };
}

interface TextProps {
  part: PartForm;
  name: 'name' | 'issuer' | 'client_id' | 'scopes';
  hint?: boolean;
  isDisabled?: boolean;
}

function Text({ part, name, hint = false, isDisabled = false }: TextProps) {
  const { t } = useTranslation('settings');
  return (
    <Field
      as={Input}
      id={`provider-${name}`}
      label={t(`settings:providers.${name}`)}
      hint={hint ? t(`settings:providers.${name}-hint`) : undefined}
      {...part.field(name)}
      readOnly={isDisabled}
      autoComplete="off"
      {...(name !== 'name' && { dir: 'ltr', spellCheck: false, className: 'rtl:text-end' })}
    />
  );
}
