import { useTranslation } from 'next-i18next/pages';
import { Tabs } from '@/components/tabs';

const tabs = [
  { href: '/settings', word: 'tab-general' },
  { href: '/settings/shop', word: 'tab-shop' },
] as const;

/** Only tabs whose page exists; others come with their issues. */
export function SettingsTabs({ current }: { current: (typeof tabs)[number]['href'] }) {
  const { t } = useTranslation('form');
  return (
    <Tabs
      label={t('form:settings.tabs')}
      tabs={tabs.map(({ href, word }) => ({
        href,
        label: t(`form:settings.${word}`),
        isCurrent: href === current,
      }))}
    />
  );
}
