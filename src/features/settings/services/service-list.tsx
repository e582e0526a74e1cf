import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import { type OutsideService, unwatchedServices } from '@/contract/settings/outside';
import { formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { useTestLetter } from './use-services';

/** Environment variables of each service; README and `.env.example` explain them. */
const keys: Record<OutsideService['name'], string> = {
  database: 'DATABASE_URL',
  files: 'S3_ENDPOINT',
  mail: 'SMTP_URL',
  sms: 'SMS_URL',
  suggest: 'DADATA_TOKEN',
  delivery: 'DELIVERY_URL',
  npd: 'NPD_STATUS_URL',
  'sbp-members': 'SBP_MEMBERS_URL',
  'sbp-payments': 'SBP_SECRET',
  yookassa: 'YOOKASSA_SHOP_ID',
  tbank: 'TBANK_TERMINAL',
  atol: 'ATOL_LOGIN',
  descriptions: 'AI_URL',
  maps: 'MAPS_KEY',
  reports: 'SENTRY_DSN',
};

/** List of services: purpose, whether it is configured, and its last response. */
export function ServiceList({ services }: { services: readonly OutsideService[] }) {
  const { t } = useTranslation('settings');
  return (
    <ul
      aria-label={t('settings:services.list')}
      className="divide-y divide-line-faint rounded-card border border-line bg-surface"
    >
      {services.map((service) => (
        <ServiceLine key={service.name} service={service} />
      ))}
    </ul>
  );
}

function ServiceLine({ service }: { service: OutsideService }) {
  const { t } = useTranslation('settings');
  const { name, state, host } = service;
  const text = (key: string) => t(`settings:services.${key}`);
  const without = t([`settings:services.${state}.${name}`, `settings:services.without.${name}`]);
  return (
    <li
      id={`service-${name}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-4 py-3 desk:grid-cols-[minmax(0,1fr)_minmax(0,17rem)_7.5rem]"
    >
      <div className="min-w-0">
        <p className="font-medium">{text(`names.${name}`)}</p>
        <p className="text-small break-words text-ink-second">
          {state === 'connected' ? (host ?? text(`connected.${name}`)) : without}
        </p>
        {name === 'mail' && <TestLetter />}
      </div>
      <p className="text-small text-ink-second desk:order-none order-last col-span-2 desk:col-span-1">
        {state === 'connected' ? (
          <LastAnswer service={service} />
        ) : (
          <code className="rounded-badge bg-sunken px-1.5 py-0.5">{keys[name]}</code>
        )}
      </p>
      <div className="text-end">
        <Badge tone={toneOf(service)}>{text(`states.${hasFailed(service) ? 'failed' : state}`)}</Badge>
      </div>
    </li>
  );
}

/** A letter to oneself: the list of letters below says whether it left. */
function TestLetter() {
  const { t } = useTranslation('settings');
  const mayWrite = useMay('integrations:write');
  const letter = useTestLetter();
  if (!mayWrite) return null;
  return (
    <Button size="small" className="mt-2" isLoading={letter.isPending} onClick={() => letter.mutate()}>
      {t('settings:services.test-letter.send')}
    </Button>
  );
}

/** Time of the last success, and the reason of a later failure. */
function LastAnswer({ service }: { service: OutsideService }) {
  const { t, i18n } = useTranslation('settings');
  const { last_success_at, last_failure_at, last_failure, name } = service;
  if (unwatchedServices.includes(name)) return null;
  if (!last_success_at && !last_failure_at) return t('settings:services.never');
  const at = (moment: string) => formatDateTime(moment, i18n.language);
  const [kind = '', status] = (last_failure ?? '').split(' ');
  const why = t(`settings:services.failures.${kind}`, { defaultValue: kind });
  return (
    <>
      {last_success_at && (
        <span className="block">{t('settings:services.success', { at: at(last_success_at) })}</span>
      )}
      {last_failure_at && last_failure && (
        <span className={`block ${hasFailed(service) ? 'text-bad' : ''}`}>
          {t('settings:services.failure', {
            at: at(last_failure_at),
            why: status ? `${why} (${status})` : why,
          })}
        </span>
      )}
    </>
  );
}

/** Its last result was a failure. */
function hasFailed({ state, last_success_at, last_failure_at }: OutsideService): boolean {
  return state === 'connected' && last_failure_at !== null && last_failure_at > (last_success_at ?? '');
}

function toneOf(service: OutsideService): Tone {
  if (hasFailed(service)) return 'bad';
  return service.state === 'connected' ? 'good' : 'neutral';
}
