import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { Tabs } from '@/components/ui/tabs';
import { env } from '@/lib/env';
import { useMayOpen } from '@/lib/session/rights';

const tabs = [
  { href: '/settings', word: 'tab-general' },
  { href: '/settings/payment', word: 'tab-payment' },
  { href: '/settings/seo', word: 'tab-seo' },
  { href: '/settings/events', word: 'tab-events' },
  { href: '/settings/shop', word: 'tab-shop' },
  { href: '/settings/maintenance', word: 'tab-maintenance' },
  { href: '/settings/company-information', word: 'tab-company' },
  { href: '/settings/services', word: 'tab-services' },
  { href: '/settings/jobs', word: 'tab-jobs' },
  { href: '/settings/outbox', word: 'tab-outbox' },
  { href: '/settings/rehearsal', word: 'tab-rehearsal' },
] as const;

export type SettingsTab = (typeof tabs)[number]['href'];

const ofDemo: readonly string[] = ['/settings/outbox', '/settings/rehearsal'];

/** Those of demo mode are shown only there. */
const offered = tabs.filter(({ href }) => env.isDemo || !ofDemo.includes(href));

export function SettingsHead({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={t('settings:settings.title')} />
      <div className="mt-2">
        <SettingsTabs current={current} />
      </div>
    </>
  );
}

/** Tabs whose page exists and is open to the person. */
export function SettingsTabs({ current }: { current: SettingsTab }) {
  const { t } = useTranslation('settings');
  const mayOpen = useMayOpen();
  const open = offered.filter(({ href }) => href === current || mayOpen(href));
  return (
    <Tabs
      label={t('settings:settings.tabs')}
      tabs={open.map(({ href, word }) => ({
        href,
        label: t(`settings:settings.${word}`),
        isCurrent: href === current,
      }))}
    />
  );
}
