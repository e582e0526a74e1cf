import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Me, TwoFactorSetup } from '@/contract/accounts/auth';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { PasswordStep } from './password-step';
import { RecoveryCodes } from './recovery-codes';
import { SecondFactorOff } from './second-factor-off';
import { SecondFactorScan } from './second-factor-scan';

type View =
  | { kind: 'rest' }
  | { kind: 'begin' }
  | { kind: 'scan'; setup: TwoFactorSetup }
  | { kind: 'renew' }
  | { kind: 'off' }
  | { kind: 'codes'; codes: string[] };

/** Second factor by an authenticator app: turn on, turn off, renew recovery codes. */
export function SecondFactorSection({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const [view, setView] = useState<View>({ kind: 'rest' });
  const rest = () => setView({ kind: 'rest' });
  const refresh = () => void client.invalidateQueries({ queryKey: ['me'] });

  return (
    <Card title={t('accounts:second-factor.section')} text={t('accounts:second-factor.section-text')}>
      {view.kind === 'rest' && <State isOn={me.two_factor} onChoose={(kind) => setView({ kind })} />}
      {view.kind === 'begin' && (
        <PasswordStep
          text={t('accounts:second-factor.begin-text')}
          submitLabel={t('accounts:auth.next')}
          send={(input) => api.post('two-factor/setup', input)}
          onSent={(setup) => setView({ kind: 'scan', setup })}
          onCancel={rest}
        />
      )}
      {view.kind === 'scan' && (
        <SecondFactorScan
          setup={view.setup}
          onOn={(codes) => {
            setView({ kind: 'codes', codes });
            refresh();
          }}
          onCancel={rest}
        />
      )}
      {view.kind === 'renew' && (
        <PasswordStep
          text={t('accounts:second-factor.renew-text')}
          submitLabel={t('accounts:second-factor.renew')}
          send={(input) => api.post('two-factor/recovery-codes', input)}
          onSent={({ recovery_codes }) => setView({ kind: 'codes', codes: recovery_codes })}
          onCancel={rest}
        />
      )}
      {view.kind === 'off' && (
        <SecondFactorOff
          onOff={() => {
            showToast('success', t('accounts:second-factor.off-done'));
            rest();
            refresh();
          }}
          onCancel={rest}
        />
      )}
      {view.kind === 'codes' && <RecoveryCodes codes={view.codes} email={me.email} onClose={rest} />}
    </Card>
  );
}

function State({ isOn, onChoose }: { isOn: boolean; onChoose: (kind: 'begin' | 'renew' | 'off') => void }) {
  const { t } = useTranslation('accounts');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Badge tone={isOn ? 'good' : 'neutral'}>
        {t(isOn ? 'accounts:second-factor.is-on' : 'accounts:second-factor.is-off')}
      </Badge>
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => onChoose('renew')}>{t('accounts:second-factor.renew')}</Button>
            <Button onClick={() => onChoose('off')}>{t('accounts:second-factor.turn-off')}</Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => onChoose('begin')}>
            {t('accounts:second-factor.turn-on')}
          </Button>
        )}
      </div>
    </div>
  );
}
