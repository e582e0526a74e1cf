import { useTranslation } from 'next-i18next/pages';
import { SendPart } from '@/components/form/send-part';
import { CodeInput } from '@/components/inputs/code-input';
import { Field } from '@/components/inputs/field';
import type { TwoFactorSetup } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { usePartForm } from '@/lib/form/use-part-form';
import { CopyButton } from './copy-button';
import { QrPicture } from './qr-picture';

interface SecondFactorScanProps {
  setup: TwoFactorSetup;
  /** Called with the recovery codes, which are shown only once. */
  onOn: (codes: string[]) => void;
  onCancel: () => void;
}

/** The secret is scanned into the app, and a code from it confirms the setup. */
export function SecondFactorScan({ setup, onOn, onCancel }: SecondFactorScanProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const part = usePartForm({
    schema: () => import('@/contract/accounts/auth/schema').then((module) => module.codeOnlySchema),
    values: { code: '' },
    send: (values) => api.post('two-factor/confirm', values),
    onSent: ({ recovery_codes }) => onOn(recovery_codes),
  });
  const code = part.bind('code');

  return (
    <div className="grid gap-5 @lg:grid-cols-[11rem_minmax(0,1fr)]">
      <QrPicture text={setup.uri} label={t('accounts:second-factor.qr')} />
      <form noValidate onSubmit={part.submit} className="grid max-w-md content-start gap-4">
        <p>{t('accounts:second-factor.scan-text')}</p>
        <div>
          <p className="text-small text-ink-second">{t('accounts:second-factor.secret')}</p>
          <div className="mt-1 flex flex-wrap items-center gap-2">
            <code
              dir="ltr"
              className="rounded-control bg-sunken px-2.5 py-1.5 font-mono break-all select-all"
            >
              {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={setup.secret} />
          </div>
        </div>
        <div className="max-w-80">
          <Field
            id="factor-code"
            label={t('accounts:second-factor.code-of-app')}
            error={part.errorOf('code')}
          >
            {(control) => <CodeInput control={control} {...code} onComplete={() => part.submit()} />}
          </Field>
        </div>
        <SendPart part={part} label={t('accounts:second-factor.turn-on')} onCancel={onCancel} />
      </form>
    </div>
  );
}
