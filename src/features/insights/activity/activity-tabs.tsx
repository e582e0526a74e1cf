import { useTranslation } from 'next-i18next/pages';
import { Tabs } from '@/components/ui/tabs';
import { useMayOpen } from '@/lib/session/rights';

/** Tabs: activity log and trash, as far as the person may open them. */
export function ActivityTabs({ current }: { current: 'log' | 'trash' }) {
  const { t } = useTranslation('insights');
  const mayOpen = useMayOpen();
  const tab = (key: 'log' | 'trash', href: string) => ({
    href,
    label: t(`insights:activity.${key}`),
    isCurrent: key === current,
  });
  return (
    <Tabs
      label={t('insights:activity.views')}
      tabs={[tab('log', '/activity'), tab('trash', '/activity/trash')].filter(({ href }) => mayOpen(href))}
    />
  );
}
